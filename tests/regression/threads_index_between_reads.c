// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// Both threads see the last free place.
#include <pthread.h>
static int at, items[2];
static void *worker(void *unused) {
  if (at < 2) items[at++] = 1;
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
