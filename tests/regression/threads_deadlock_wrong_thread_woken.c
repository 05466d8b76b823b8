// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property deadlock
// Threads wait for different things at one condition variable, so that a signal may wake the wrong one.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  while (ready < 1) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
void *other(void *unused) {
  pthread_mutex_lock(&m);
  while (ready < 2) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waiter, 0);
  pthread_create(&u, 0, other, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
  ready = 2;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(u, 0);
  return 0;
}
