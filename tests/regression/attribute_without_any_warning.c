// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
__attribute__((optimize("single-precision-constant"))) int main(void) {
  double tenth = 0.1;
  assert(tenth != (double)(float)tenth);
}
#pragma clang diagnostic pop
