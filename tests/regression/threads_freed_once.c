// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property valid-memsafety
// Who takes the pointer under the lock frees the memory.
#include <pthread.h>
#include <stdlib.h>
static char *text;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void release(void) {
  pthread_mutex_lock(&lock);
  char *mine = text;
  text = 0;
  pthread_mutex_unlock(&lock);
  free(mine);
}
static void *worker(void *unused) {
  release();
  return unused;
}
int main(void) {
  pthread_t t;
  text = malloc(8);
  pthread_create(&t, 0, worker, 0);
  release();
  pthread_join(t, 0);
  return 0;
}
