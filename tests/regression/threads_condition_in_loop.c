// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The condition is looked at again after each wait.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready, data;

static void *produce(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  data = 42;
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  assert(data == 42);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
