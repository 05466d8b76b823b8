// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: FALSE
// One thread frees what the other reads.
#include <pthread.h>
#include <stdlib.h>
int *object;
void *worker(void *unused) {
  free(object);
  return 0;
}
int main(void) {
  pthread_t thread;
  object = malloc(sizeof *object);
  *object = 1;
  pthread_create(&thread, 0, worker, 0);
  int seen = *object;
  pthread_join(thread, 0);
  return seen;
}
