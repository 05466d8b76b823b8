// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property division-by-zero
// The divisor is tested, and changed before the division.
#include <pthread.h>
static int parts = 2;
static void *worker(void *unused) {
  parts = 0;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int share = 0;
  if (parts != 0) share = 12 / parts;
  pthread_join(t, 0);
  return share;
}
