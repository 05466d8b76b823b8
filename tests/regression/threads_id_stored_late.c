// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The new thread may run before its id is stored.
#include <pthread.h>
extern void reach_error(void);
pthread_t t;
void *worker(void *unused) {
  if (t == 0) reach_error();
  return 0;
}
int main(void) {
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
