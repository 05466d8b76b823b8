// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The local variable does not outlive its thread.
#include <pthread.h>
extern void reach_error(void);
void *worker(void *unused) {
  int local = 5;
  int *pointer = &local;
  return pointer;
}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
  if (*(int *)result == 5) reach_error();
  return 0;
}
