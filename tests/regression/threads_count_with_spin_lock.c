// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A spin lock keeps the updates apart.
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

static void *add(void *argument) {
  (void)argument;
  pthread_spin_lock(&lock);
  counter = counter + 1;
  pthread_spin_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
