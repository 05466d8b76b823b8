// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: FALSE
// What main returns is read.
#include <pthread.h>
int shared;
void *worker(void *unused) {
  shared = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  return shared;
}
