// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A weak compare and swap may fail although the values are equal (C11 7.17.7.4).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  int expected = 0;
  pthread_create(&thread, 0, nothing, 0);
  assert(atomic_compare_exchange_weak(&flag, &expected, 1));
  return 0;
}
