// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What is not modelled stands in dead code.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  if (x != 1) {
    asm volatile("nop");
  }
  if (x == 2) {
    reach_error();
  }
  return 0;
}
