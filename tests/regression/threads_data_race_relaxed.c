// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property no-data-race
// A relaxed store makes nothing else visible, so the accesses of `data` race.
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *produce(void *unused) {
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  int seen = 0;
  if (atomic_load_explicit(&ready, memory_order_relaxed)) seen = data;
  pthread_join(t, 0);
  return seen > 1;
}
