// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --signed-overflow undefined
// A loop whose body calls the function that it is in.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int visited = 0;
void visit(int depth, int width) {
  if (depth <= 0) {
    return;
  }
  for (int i = 0; i < width; i++) {
    int before = visited;
    visit(depth - 1, width);
    if (visited < before) {
      reach_error();
    }
    visited++;
  }
}
int main(void) {
  visit(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  return 0;
}
