// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int calls = 0;
static int yes(void) {
  calls++;
  return 1;
}
int main(void) {
  int x = 0;
  if (x && yes()) {
    reach_error();
  }
  if (!x || yes()) {
    if (calls != 0) {
      reach_error();
    }
  }
  return 0;
}
