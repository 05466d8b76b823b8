// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Index and bound are read in one atomic block.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int at, items[2];
static void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  if (at < 2) items[at++] = 1;
  __VERIFIER_atomic_end();
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
