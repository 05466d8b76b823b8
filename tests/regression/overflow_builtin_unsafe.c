// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 8 9 11
// The stored sum wraps, and the flag is not looked at.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int sum;
  __builtin_add_overflow(a, b, &sum);
  if (a > 0 && b > 0 && sum < 0) {
    reach_error();
  }
  return 0;
}
