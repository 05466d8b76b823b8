// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property deadlock
// The mutex is held by the only thread, which waits for it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&m);
  if (__VERIFIER_nondet_int() > 5) pthread_mutex_lock(&m);
  return 0;
}
