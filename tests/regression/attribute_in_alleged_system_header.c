// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
# 1 "alleged.h" 3
__attribute__((optimize("single-precision-constant"))) static int is_float(void) {
  double tenth = 0.1;
  return tenth == (double)(float)tenth;
}
# 10 "attribute_in_alleged_system_header.c"
int main(void) { assert(!is_float()); }
