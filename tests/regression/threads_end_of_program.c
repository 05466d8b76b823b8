// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A return from main and a call of exit end all threads.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
int x;
void *worker(void *unused) {
  x = 1;
  if (x == 2) reach_error();
  exit(0);
}
void *other(void *unused) {
  if (x == 3) reach_error();
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, other, 0);
  pthread_join(t, 0);
  x = 3;
  return 0;
}
