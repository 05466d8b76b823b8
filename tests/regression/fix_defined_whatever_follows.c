// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 9 10 12
// INPUTS: 9=every
// With 2 the program is left whatever is read next; with 0 only a division by zero keeps it from the error.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int divisor = __VERIFIER_nondet_int();
  int number = __VERIFIER_nondet_int();
  if (divisor == 2) return 0;
  int quotient = number / divisor;
  if (quotient + divisor != number) {
    reach_error();
  }
  return 0;
}
