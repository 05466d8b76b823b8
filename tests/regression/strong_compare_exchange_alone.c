// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  atomic_int object = 0;
  int expected = 3;
  assert(!atomic_compare_exchange_strong(&object, &expected, 1));
  assert(expected == 0 && object == 0);
  while (!atomic_compare_exchange_weak(&object, &expected, 2)) assert(expected == 0);
  assert(object == 2 && expected == 0);
  return 0;
}
