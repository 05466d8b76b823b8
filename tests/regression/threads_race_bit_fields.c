// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: UNKNOWN
// Adjacent bit-fields are one memory location, so this is a race; that is not modelled.
#include <pthread.h>
struct {
  unsigned low : 3;
  unsigned high : 5;
} shared;
void *worker(void *unused) {
  shared.low = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  shared.high = 2;
  pthread_join(thread, 0);
  return 0;
}
