// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: FALSE
// A read whose value nobody uses is an access.
#include <pthread.h>
int shared;
void *worker(void *unused) {
  shared = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  shared;
  pthread_join(thread, 0);
  return 0;
}
