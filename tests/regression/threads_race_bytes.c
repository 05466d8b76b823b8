// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: FALSE
// An access of several bytes is no atomic one.
#include <pthread.h>
int shared;
void *worker(void *unused) {
  shared = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  char *bytes = (char *)&shared;
  bytes[1] = 3;
  pthread_create(&thread, 0, worker, 0);
  int seen = shared;
  pthread_join(thread, 0);
  return seen;
}
