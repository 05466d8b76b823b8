// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// What a second call returns is not defined: libraries may notice, or not.
#include <pthread.h>
extern void reach_error(void);
void *worker(void *unused) { return 0; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  if (pthread_detach(thread) != 0) return 0;
  if (pthread_detach(thread) != 0) reach_error();
  return 0;
}
