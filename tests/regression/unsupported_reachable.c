// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) {
    asm volatile("nop" : "+r"(x));
  }
  if (x != x) {
    reach_error();
  }
  return 0;
}
