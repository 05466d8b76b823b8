// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// The condition variable may be freed between the unlock and the signal.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job {
  pthread_cond_t changed;
  int done;
} *shared;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared->done = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&shared->changed);
  return unused;
}
int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  shared->done = 0;
  pthread_cond_init(&shared->changed, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&lock);
  while (!shared->done) pthread_cond_wait(&shared->changed, &lock);
  pthread_mutex_unlock(&lock);
  free(shared);
  pthread_join(t, 0);
  return 0;
}
