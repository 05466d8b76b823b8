// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --timeout 60
// The error needs a product that overflows: 46341 * 46341 for the largest of eight inputs.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 46334 && x <= 46341);
  if (x * x < 0) reach_error();
  return 0;
}
