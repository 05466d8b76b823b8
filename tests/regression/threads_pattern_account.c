// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// After the account of "Error invariants for concurrent traces": the lock is released between read and write.
#include <pthread.h>
extern void reach_error(void);
int balance = 10;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *deposit(void *unused) {
  int old;
  pthread_mutex_lock(&mutex);
  old = balance;
  pthread_mutex_unlock(&mutex);
  old = old + 5;
  pthread_mutex_lock(&mutex);
  balance = old;
  pthread_mutex_unlock(&mutex);
  return 0;
}
void *withdraw(void *unused) {
  int old;
  pthread_mutex_lock(&mutex);
  old = balance;
  pthread_mutex_unlock(&mutex);
  if (old >= 3) {
    pthread_mutex_lock(&mutex);
    balance = old - 3;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, deposit, 0);
  pthread_create(&b, 0, withdraw, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (balance != 12) reach_error();
  return 0;
}
