// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  int n = (int)x;
  if (x > 3e9f || x != x) {
    reach_error();
  }
  if (x > 1.0f && n < 1) {
    reach_error();
  }
  return 0;
}
