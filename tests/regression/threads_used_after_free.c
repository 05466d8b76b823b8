// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// The creator frees what the thread still writes.
#include <pthread.h>
#include <stdlib.h>
static void *worker(void *job) {
  *(int *)job = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  int *job = malloc(sizeof *job);
  pthread_create(&t, 0, worker, job);
  free(job);
  pthread_join(t, 0);
  return 0;
}
