// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Tried until nobody came between.
#include <assert.h>
#include <pthread.h>

int counter;

static void *add(void *argument) {
  (void)argument;
  int seen = counter;
  while (!__atomic_compare_exchange_n(&counter, &seen, seen + 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
