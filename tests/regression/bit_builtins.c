// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Leading zeros, trailing zeros and the number of ones fit together.
extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_ushort();
  if (x == 0) {
    return 0;
  }
  if (__builtin_clz(x) < 16 || __builtin_ctz(x) > 15) {
    reach_error();
  }
  if (__builtin_popcount(x) == 1 && __builtin_clz(x) + __builtin_ctz(x) != 31) {
    reach_error();
  }
  return 0;
}
