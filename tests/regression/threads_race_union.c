// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: FALSE
// Two members of a union that overlap; nobody reads them.
#include <pthread.h>
union {
  int number;
  char bytes[4];
} shared;
void *worker(void *unused) {
  shared.number = 5;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  shared.bytes[3] = 1;
  pthread_join(thread, 0);
  return 0;
}
