// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property deadlock
// Two threads take two locks in the same order.
#include <pthread.h>
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
int x;
void *one(void *unused) {
  pthread_mutex_lock(&m1);
  pthread_mutex_lock(&m2);
  x = 1;
  pthread_mutex_unlock(&m2);
  pthread_mutex_unlock(&m1);
  return 0;
}
void *other(void *unused) {
  pthread_mutex_lock(&m1);
  pthread_mutex_lock(&m2);
  x = 2;
  pthread_mutex_unlock(&m2);
  pthread_mutex_unlock(&m1);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, other, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
