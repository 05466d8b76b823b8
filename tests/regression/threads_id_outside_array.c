// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// The third id has no place.
#include <pthread.h>
static void *worker(void *unused) { return unused; }
int main(void) {
  pthread_t ids[2];
  for (int i = 0; i <= 2; i++) pthread_create(&ids[i], 0, worker, 0);
  return 0;
}
