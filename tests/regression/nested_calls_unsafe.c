// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int clamp(int x) {
  if (x > 100) {
    return 100;
  }
  return x;
}
static int shifted(int x) { return clamp(x) + 1; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (shifted(n) > 100) {
    reach_error();
  }
  return 0;
}
