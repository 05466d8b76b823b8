// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 10
// What sin gives in another mode is not known.
#include <assert.h>
#include <fenv.h>
#include <math.h>
int main(void) {
  const double nearest = sin(0.5);
  fesetround(FE_UPWARD);
  assert(sin(0.5) == nearest);
  return 0;
}
