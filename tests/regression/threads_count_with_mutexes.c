// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Each thread holds a mutex, but not the same.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int counter;

static void *add(void *mutex) {
  pthread_mutex_lock(mutex);
  counter = counter + 1;
  pthread_mutex_unlock(mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add, &mutexes[0]);
  pthread_create(&second, 0, add, &mutexes[1]);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
