// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Two threads that run one function have locals of their own, also where these lie in memory.
#include <pthread.h>
extern void reach_error(void);
int *change(int *p) {
  *p = *p + 1;
  return p;
}
void *worker(void *number) {
  int x = 3;
  int *p = &x;
  p = change(p);
  if (x != 4) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
