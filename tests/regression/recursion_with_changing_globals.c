// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property unreach-call
// What a call does depends on a global that it reads behind its inner calls only.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int result, wanted;
void visit(int n) {
  if (n <= 0) return;
  visit(n - 1);
  visit(n - 2);
  if (wanted == 77) result = 5;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 12 || n > 14) return 0;
  for (int i = 0; i < 4; i++) {
    if (i == 3) wanted = 77;
    visit(n);
    if (result == 5) reach_error();
  }
  return 0;
}
