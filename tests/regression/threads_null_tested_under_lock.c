// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Test and use are in one critical section.
#include <pthread.h>
static int value;
static int *shared = &value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *clear(void *unused) {
  pthread_mutex_lock(&lock);
  shared = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, clear, 0);
  pthread_mutex_lock(&lock);
  if (shared) *shared = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
