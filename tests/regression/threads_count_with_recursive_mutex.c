// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A recursive mutex stays locked until it has been unlocked as often as it was locked.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int counter;

static void *add(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  int seen = counter;
  pthread_mutex_unlock(&mutex);
  counter = seen + 1;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}
