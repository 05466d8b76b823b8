// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 9 10
// INPUTS: 9=every 10=reaching
// The least value of an int blocks every input whose sum does not overflow; where it wraps, others reach the error.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int deposit = __VERIFIER_nondet_int();
  int balance = 100;
  if (deposit + balance == 7) {
    reach_error();
  }
  return 0;
}
