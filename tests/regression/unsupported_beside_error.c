// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 8
// The error does not need what is not modelled.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) {
    asm volatile("nop" : "+r"(x));
  }
  if (x == 5) {
    reach_error();
  }
  return 0;
}
