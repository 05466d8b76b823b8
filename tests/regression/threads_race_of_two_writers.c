// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: FALSE
// Nothing orders the accesses of two copies of one thread; no invariant of a thread alone tells.
#include <pthread.h>
int balance;
void *worker(void *unused) {
  int seen = balance;
  balance = seen + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return balance;
}
