// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Locks in an array, each by its index.
#include <pthread.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int totals[2];
static void *worker(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&locks[i]);
    totals[i]++;
    pthread_mutex_unlock(&locks[i]);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
