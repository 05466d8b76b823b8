// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Who does not get the mutex changes nothing.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *enter(void *argument) {
  (void)argument;
  if (pthread_mutex_trylock(&mutex) != 0) return 0;
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, enter, 0);
  enter(0);
  pthread_join(thread, 0);
  return 0;
}
