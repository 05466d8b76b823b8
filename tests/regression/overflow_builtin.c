// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The sum is used only where it is exact.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int sum;
  if (__builtin_add_overflow(a, b, &sum)) {
    return 1;
  }
  if (a >= 0 && b > 0 && sum < a) {
    reach_error();
  }
  return 0;
}
