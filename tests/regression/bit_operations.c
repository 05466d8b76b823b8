// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Only x = 128 fails: a power of two.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned int x = (unsigned int)__VERIFIER_nondet_int();
  unsigned int y = x & (x - 1u);
  if (x != 0u && y == 0u && (x >> 4) == 8u) {
    reach_error();
  }
  return 0;
}
