// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property undefined-call
// A mutex of the default kind, which its holder must not lock (XSH pthread_mutex_lock).
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  return 0;
}
