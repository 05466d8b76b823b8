// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A semaphore lets two threads in at a time.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int counter;

static void *add(void *argument) {
  (void)argument;
  sem_wait(&semaphore);
  counter = counter + 1;
  sem_post(&semaphore);
  return 0;
}

int main(void) {
  pthread_t first, second;
  sem_init(&semaphore, 0, 2);
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
