// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Waiting without a loop: whoever wakes up may find that there is nothing.
#include <pthread.h>
extern void reach_error(void);
int items;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
void *consumer(void *unused) {
  pthread_mutex_lock(&mutex);
  if (items == 0) pthread_cond_wait(&filled, &mutex);
  items = items - 1;
  if (items < 0) reach_error();
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, consumer, 0);
  pthread_mutex_lock(&mutex);
  items = items + 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
