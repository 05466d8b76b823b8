// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// A pointer to a local variable of a thread that has ended.
#include <pthread.h>
static int *left;
static void *worker(void *unused) {
  int mine = 1;
  left = &mine;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return *left;
}
