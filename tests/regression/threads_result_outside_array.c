// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// What the thread returned is stored behind the array.
#include <pthread.h>
static void *worker(void *given) { return given; }
int main(void) {
  pthread_t t;
  void *results[1];
  int at = 1;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, &results[at]);
  return 0;
}
