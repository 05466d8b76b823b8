// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// RELEVANT: 10 11
// INPUTS: 10=every 11=every
// COMMON-FIX: 10 11
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int reading = __VERIFIER_nondet_uchar();
  int limit = 200;
  if (reading > limit) {
    reach_error();
  }
  return 0;
}
