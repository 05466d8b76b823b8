// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A volatile object is read and written in two steps.
#include <assert.h>
#include <pthread.h>

volatile int counter;

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
