// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-free
// Both threads take the pointer before either clears it.
#include <pthread.h>
#include <stdlib.h>
static char *text;
static void release(void) {
  char *mine = text;
  text = 0;
  free(mine);
}
static void *worker(void *unused) {
  release();
  return unused;
}
int main(void) {
  pthread_t t;
  text = malloc(8);
  pthread_create(&t, 0, worker, 0);
  release();
  pthread_join(t, 0);
  return 0;
}
