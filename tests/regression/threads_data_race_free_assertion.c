// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property no-data-race
// Nobody writes to the texts that an assertion of the C library prints.
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *increment(void *unused) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, increment, 0);
  pthread_mutex_lock(&m);
  x++;
  assert(x == 1);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
