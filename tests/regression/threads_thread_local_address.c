// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Each thread has an object of its own, at an address of its own.
#include <pthread.h>
extern void reach_error(void);
_Thread_local int own = 3;
int *seen;
void *worker(void *unused) {
  own = 4;
  seen = &own;
  *seen = 5;
  if (own != 5) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  int *mine = &own;
  if (seen == mine || *mine != 3) reach_error();
  return 0;
}
