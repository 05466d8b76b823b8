// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property no-overflow
// Only both additions together overflow.
#include <pthread.h>
static int sum = 2147483646;
static void *worker(void *unused) {
  sum = sum + 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  sum = sum + 1;
  pthread_join(t, 0);
  return 0;
}
