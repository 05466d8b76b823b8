// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int factorial(int n) {
  if (n <= 1) {
    return 1;
  }
  return n * factorial(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5) {
    return 0;
  }
  if (factorial(n) == 120) {
    reach_error();
  }
  return 0;
}
