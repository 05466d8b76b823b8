// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Nothing promises more than the declaration asks for.
#include <assert.h>
#include <stdint.h>
int main(void) {
  _Alignas(32) int number;
  assert((uintptr_t)&number % 32 == 0);
  assert((uintptr_t)&number % 64 == 0);
  return 0;
}
