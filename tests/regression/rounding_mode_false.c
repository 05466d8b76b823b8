// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The mode stays until it is set again, also for functions that are called.
#include <assert.h>
#include <fenv.h>
#include <math.h>
static void prepare(void) { fesetround(FE_TOWARDZERO); }
int main(void) {
  assert(rint(1.75) == 2);
  prepare();
  assert(rint(1.75) == 2);
  return 0;
}
