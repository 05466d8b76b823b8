// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The number of leading zeros of zero is not defined.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  if (__builtin_clz(__VERIFIER_nondet_uint()) > 31) {
    reach_error();
  }
  return 0;
}
