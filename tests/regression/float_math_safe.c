// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern float fabsf(float x);
extern float floorf(float x);
extern float fminf(float x, float y);
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!__builtin_isnan(x) && fabsf(x) < 0) {
    reach_error();
  }
  if (floorf(x) > x) {
    reach_error();
  }
  if (fminf(x, 2.0f) > 2.0f) {
    reach_error();
  }
  return 0;
}
