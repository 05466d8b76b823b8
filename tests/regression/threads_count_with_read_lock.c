// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Locks for readers do not keep readers apart, which write here.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int counter;

static void *add(void *argument) {
  (void)argument;
  pthread_rwlock_rdlock(&lock);
  counter = counter + 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
