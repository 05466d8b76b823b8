// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --signed-overflow undefined
// Both results of an activation's calls are in use at its end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int fibonacci(int n) {
  if (n < 1) {
    return 0;
  }
  if (n == 1) {
    return 1;
  }
  return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (fibonacci(n) < n - 1) {
    reach_error();
  }
  return 0;
}
