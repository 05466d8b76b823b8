// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Rotations by a number of bits modulo the width.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint() % 32;
  if (__builtin_rotateright32(__builtin_rotateleft32(x, n), n) != x) reach_error();
  if (__builtin_rotateleft8(0x81, 9) != 0x03 || __builtin_rotateleft64(1, 63) >> 63 != 1) reach_error();
  if (__builtin_rotateright16(1, 1) != 0x8000) reach_error();
  return 0;
}
