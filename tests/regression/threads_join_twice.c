// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property undefined-call
#include <pthread.h>
int done;
void *worker(void *unused) {
  done = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  if (done) pthread_join(thread, 0);
  return 0;
}
