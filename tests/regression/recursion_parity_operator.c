// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Each function's result is the parity of its argument, also as the operator % has it; nothing overflows.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int even(int n);
int odd(int n) {
  if (n == 0) {
    return 0;
  }
  if (n == 1) {
    return 1;
  }
  return even(n - 1);
}
int even(int n) {
  if (n == 0) {
    return 1;
  }
  if (n == 1) {
    return 0;
  }
  return odd(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) {
    return 0;
  }
  int result = odd(n);
  if (result >= 0 && result != n % 2) {
    reach_error();
  }
  return 0;
}
