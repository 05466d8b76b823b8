// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --arithmetic bitvector
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned int x = (unsigned int)__VERIFIER_nondet_int();
  unsigned int y = __VERIFIER_nondet_int();
  if ((x ^ y) != ((x | y) - (x & y))) {
    reach_error();
  }
  return 0;
}
