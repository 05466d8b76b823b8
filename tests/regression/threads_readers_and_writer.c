// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What a reader sees is whole.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int low, high;

static void *write_both(void *argument) {
  (void)argument;
  pthread_rwlock_wrlock(&lock);
  low = 1;
  high = 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_both, 0);
  pthread_rwlock_rdlock(&lock);
  assert(low == high);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
