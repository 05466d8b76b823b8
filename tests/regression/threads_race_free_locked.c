// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: TRUE
// An object is freed under the lock under which it is used; another one is beside it.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *object, *other;
void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  free(object);
  object = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t thread;
  object = malloc(sizeof *object);
  other = malloc(sizeof *other);
  pthread_create(&thread, 0, worker, 0);
  *other = 1;
  pthread_mutex_lock(&lock);
  if (object) *object = *other;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
