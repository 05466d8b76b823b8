// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property undefined-call
#include <pthread.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  struct timespec until = {0, 0};
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_trylock(&mutex) == 0) pthread_mutex_unlock(&mutex);
  pthread_mutex_timedlock(&mutex, &until);
  pthread_mutex_unlock(&mutex);
  return 0;
}
