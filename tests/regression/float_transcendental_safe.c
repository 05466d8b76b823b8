// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What C's Annex F says of the cases, and the ranges of the functions.
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  double s = sin(x);
  if (s > 1 || s < -1) reach_error();
  if (isfinite(x) && isnan(s)) reach_error();
  if (!isfinite(x) && !isnan(s)) reach_error();
  if (x == 0 && signbit(s) != signbit(x)) reach_error();
  if (expf(f) < 0) reach_error();
  if (!isnan(x) && pow(x, 0) != 1) reach_error();
  if (x < 0 && !isnan(log(x))) reach_error();
  if (acos(2.0) == acos(2.0)) reach_error();
  return 0;
}
