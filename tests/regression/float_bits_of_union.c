// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  union {
    float f;
    unsigned bits;
  } u;
  u.f = __VERIFIER_nondet_float();
  if (u.f > 0 && (u.bits >> 31) != 0) {
    reach_error();
  }
  if (u.f < 1.0f && u.f > 0.0f && u.bits >= 0x3f800000u) {
    reach_error();
  }
  return 0;
}
