// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// What is compared is read, though nobody uses the result.
#include <pthread.h>
#include <stdlib.h>
static void *worker(void *unused) { return unused; }
int main(void) {
  pthread_t t, *copy = malloc(sizeof *copy);
  pthread_create(&t, 0, worker, 0);
  *copy = t;
  free(copy);
  pthread_equal(*copy, t);
  pthread_join(t, 0);
  return 0;
}
