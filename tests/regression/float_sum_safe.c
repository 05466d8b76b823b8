// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x >= 0.0f && x <= 10.0f) {
    float y = x + 1.0f;
    if (!(y >= 1.0f && y <= 11.0f)) {
      reach_error();
    }
  }
  return 0;
}
