// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A mutex keeps the updates apart.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *add(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  counter = counter + 1;
  pthread_mutex_unlock(&mutex);
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
