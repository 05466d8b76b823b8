// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Reading and writing an _Atomic object are two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *add(void *argument) {
  (void)argument;
  counter = counter + 1;
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
