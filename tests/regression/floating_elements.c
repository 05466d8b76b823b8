// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Z3's Spacer crashes on traces with floating point in arrays.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
float g[6];
int main(void) {
  int b = __VERIFIER_nondet_int();
  if (b < 0 || b > 1) return 0;
  g[3 * b + b] = __VERIFIER_nondet_float();
  if (b == 1 && g[4] > 1.5f) reach_error();
  return 0;
}
