// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// pthread_exit ends the life of what all functions of the thread declared.
#include <pthread.h>
static int *left;
static void leave(void) {
  int inner = 1;
  left = &inner;
  pthread_exit(0);
}
static void *worker(void *unused) {
  leave();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  *left = 2;
  return 0;
}
