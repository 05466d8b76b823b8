// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property deadlock
// One thread waits for ever, but the program ends.
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *waiter(void *unused) {
  sem_wait(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, waiter, 0);
  return 0;
}
