// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Three threads are needed.
#include <pthread.h>
extern void reach_error(void);
int x;
void *worker(void *unused) {
  x++;
  if (x == 3) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  while (1) pthread_create(&t, 0, worker, 0);
}
