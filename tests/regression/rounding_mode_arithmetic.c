// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Arithmetic that rounds in another direction is not modelled: 0.1 + 0.2 is less than to nearest.
#include <assert.h>
#include <fenv.h>
int main(void) {
  volatile double a = 0.1, b = 0.2;
  fesetround(FE_DOWNWARD);
  double sum = a + b;
  fesetround(FE_TONEAREST);
  assert(sum == a + b);
  return 0;
}
