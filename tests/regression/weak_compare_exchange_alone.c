// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// It may fail although the values are equal (C11 7.17.7.4p4), without threads as well.
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  atomic_int object = 0;
  int expected = 0;
  assert(atomic_compare_exchange_weak(&object, &expected, 1));
  return 0;
}
