// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
#include <assert.h>
extern int function(void) __attribute__((weak));
int main(void) {
  if (!function) assert(0);
}
