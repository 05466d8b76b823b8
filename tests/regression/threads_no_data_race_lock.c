// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: TRUE
// Both accesses are under one lock; what main does comes before the threads and after them.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;
void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared = shared + 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t one, other;
  shared = 1;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&other, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return shared;
}
