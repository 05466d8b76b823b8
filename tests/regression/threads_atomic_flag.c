// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A lock made of a flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
int counter;

static void *add(void *argument) {
  (void)argument;
  while (atomic_flag_test_and_set(&lock));
  counter = counter + 1;
  atomic_flag_clear(&lock);
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
