// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// rint and its kin round as fesetround says (C11 7.12.9.3 to 7.12.9.5); the others round as they always do.
#include <assert.h>
#include <fenv.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
static double rounded(double x, int mode) {
  const int before = fegetround();
  if (fesetround(mode)) return 0;
  const double result = rint(x);
  fesetround(before);
  return result;
}
int main(void) {
  const double x = __VERIFIER_nondet_double();
  assert(fegetround() == FE_TONEAREST);
  assert(fesetround(77) != 0 && fegetround() == FE_TONEAREST);
  if (x == x) {
    assert(rounded(x, FE_DOWNWARD) == floor(x));
    assert(rounded(x, FE_UPWARD) == ceil(x));
    assert(rounded(x, FE_TOWARDZERO) == trunc(x));
  }
  assert(rounded(2.5, FE_TONEAREST) == 2);
  assert(signbit(rounded(-0.5, FE_UPWARD)));
  fesetround(FE_UPWARD);
  assert(lrint(-1.5) == -1 && llrint(1.25) == 2 && nearbyintf(0.5f) == 1 && round(0.25) == 0);
  float exact = 3;
  double wide = exact;
  assert(wide == 3 && -wide < fabs(wide));
  fesetround(FE_TONEAREST);
  assert(wide + 1 == 4);
  const float none = nanf("");
  assert(none != none && isnan(nan("that")) && isnan(__builtin_nan("")) && isnan(NAN));
  return 0;
}
