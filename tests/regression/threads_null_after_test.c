// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// Another thread clears the pointer between the test and the use, though each of its accesses holds the lock.
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
  if (shared) *shared = 1;
  pthread_join(t, 0);
  return 0;
}
