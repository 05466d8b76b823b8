// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What changes an _Atomic object is one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *add(void *argument) {
  (void)argument;
  counter++;
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
