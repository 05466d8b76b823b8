// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-memsafety
// What the thread allocates is lost when it ends.
#include <pthread.h>
#include <stdlib.h>
static void *worker(void *unused) {
  int *mine = malloc(sizeof *mine);
  *mine = 1;
  mine = 0;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
