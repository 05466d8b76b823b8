// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <pthread.h>
extern void reach_error(void);
void *worker(void *where) {
  *(int *)where = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  int x = 0;
  pthread_create(&t, 0, worker, &x);
  if (x == 1) reach_error();
  pthread_join(t, 0);
  return 0;
}
