// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property no-data-race
// EXPECT: FALSE
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
  pthread_create(&thread, 0, worker, 0);
  free(object);
  pthread_join(thread, 0);
  return 0;
}
