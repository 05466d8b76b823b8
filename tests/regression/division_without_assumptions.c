// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// ASSUMES:
// Neither operand can be what makes the quotient overflow, or zero.
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  short total = __VERIFIER_nondet_short();
  int half = total / 2, third = __VERIFIER_nondet_int() % 3;
  int opposite = total / -1;
  if (half > 16383 || third > 2 || opposite > 32768) {
    reach_error();
  }
  return 0;
}
