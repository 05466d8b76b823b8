// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property deadlock
// The first thread ends, but the program does not before the other one has.
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
  pthread_exit(0);
}
