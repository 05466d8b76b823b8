// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 9 10
// INPUTS: 9=every 10=reaching
// With another offset than 2 the input that led to the error no longer does, but some other one does.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int reading = __VERIFIER_nondet_int();
  int offset = 2;
  if (reading - offset == 40) {
    reach_error();
  }
  return 0;
}
