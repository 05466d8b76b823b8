// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Handles reach the call by initialisers and parameters too.
#include <pthread.h>
extern void reach_error(void);
int x;
void *worker(void *unused) {
  x = x + 1;
  return 0;
}
void wait_for(pthread_t one) { pthread_join(one, 0); }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_t same = t;
  pthread_join(same, 0);
  pthread_create(&t, 0, worker, 0);
  wait_for(t);
  if (x != 2) reach_error();
  return 0;
}
