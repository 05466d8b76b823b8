// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The second join is undefined behaviour (XSH pthread_join): what comes behind it is neither an error nor proved.
#include <pthread.h>
extern void reach_error(void);
void *worker(void *unused) { return 0; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  if (pthread_join(thread, 0) == 0) reach_error();
  return 0;
}
