// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Time may run out before the mutex is free.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *hold(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  struct timespec until = {1, 0};
  pthread_t thread;
  pthread_create(&thread, 0, hold, 0);
  assert(pthread_mutex_timedlock(&mutex, &until) == 0);
  return 0;
}
