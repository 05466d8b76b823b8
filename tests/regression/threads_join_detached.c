// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property undefined-call
// One of them comes second.
#include <pthread.h>
void *worker(void *unused) {
  pthread_detach(pthread_self());
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
