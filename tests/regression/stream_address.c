// SPDX-License-Identifier: Apache-2.0
// The address of a stream is a large number.
// EXPECT: FALSE
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
int main(void) {
  assert((uintptr_t)stdin <= 4096);
  return 0;
}
