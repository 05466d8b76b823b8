// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property undefined-call
// A mutex that looks for errors finds this one.
#include <pthread.h>
pthread_mutex_t mutex;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &kind);
  pthread_cond_wait(&condition, &mutex);
  return 0;
}
