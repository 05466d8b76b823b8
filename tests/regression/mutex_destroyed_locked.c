// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// POSIX leaves undefined what becomes of a mutex that is destroyed while it is locked.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_destroy(&m);
  if (x) reach_error();
  return 0;
}
