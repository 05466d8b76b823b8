// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The thread reads a local variable whose function has returned: no such execution is an error's.
#include <pthread.h>
extern void reach_error(void);
_Atomic int has_returned;
pthread_t thread;
void *worker(void *argument) {
  if (has_returned && *(int *)argument == 5) reach_error();
  return 0;
}
void start(void) {
  int local = 5;
  pthread_create(&thread, 0, worker, &local);
}
int main(void) {
  start();
  has_returned = 1;
  pthread_join(thread, 0);
  return 0;
}
