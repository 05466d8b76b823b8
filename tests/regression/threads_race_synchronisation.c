// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: TRUE
// What the library does to its own objects is no race: barriers, pthread_once, sem_getvalue.
#include <pthread.h>
#include <semaphore.h>
pthread_barrier_t barrier;
pthread_once_t once = PTHREAD_ONCE_INIT;
sem_t semaphore;
int initialised, left, right;
void initialise(void) { initialised = 1; }
void *worker(void *unused) {
  pthread_once(&once, initialise);
  left = initialised;
  sem_post(&semaphore);
  pthread_barrier_wait(&barrier);
  return right ? &right : 0;
}
int main(void) {
  pthread_t thread;
  int value;
  pthread_barrier_init(&barrier, 0, 2);
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_once(&once, initialise);
  right = initialised;
  sem_getvalue(&semaphore, &value);
  pthread_barrier_wait(&barrier);
  value = left;
  pthread_join(thread, 0);
  return value;
}
