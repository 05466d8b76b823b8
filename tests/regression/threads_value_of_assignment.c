// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The value of an assignment is what it stores, also if another thread writes at once.
#include <pthread.h>
extern void reach_error(void);
int x, y;
void *worker(void *unused) {
  x = 5;
  y = 5;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int a = x = 1;
  if (a != 1) reach_error();
  int b = (y += 2);
  if (b != 2 && b != 7) reach_error();
  return 0;
}
