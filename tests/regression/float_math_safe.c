// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern double fabs(double x);
extern double floor(double x);
extern double fmin(double x, double y);
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!__builtin_isnan(x) && fabs(x) < 0) {
    reach_error();
  }
  if (floor(x) > x) {
    reach_error();
  }
  if (fmin(x, 2.0) > 2.0) {
    reach_error();
  }
  return 0;
}
