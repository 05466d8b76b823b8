// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double y = __VERIFIER_nondet_double();
  if (isnan(y) || y == 0.0) return 0;
  if (fmod(-0.0, y) != 0.0 || !signbit(fmod(-0.0, y)) || signbit(remainder(0.0, y))) reach_error();
  double x = __VERIFIER_nondet_double();
  if (!isinf(x) && !isnan(x) && fmod(x, INFINITY) != x) reach_error();
  if (!isnan(fmod(INFINITY, y)) || !isnan(remainder(x, 0.0))) reach_error();
  return 0;
}
