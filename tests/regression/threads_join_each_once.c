// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property undefined-call
#include <pthread.h>
void *worker(void *unused) { return 0; }
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  pthread_detach(threads[2]);
  return 0;
}
