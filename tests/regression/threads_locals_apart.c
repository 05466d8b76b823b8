// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Two threads that run one function have locals of their own, also where these lie in memory.
#include <pthread.h>
extern void reach_error(void);
int *kept;
int *choose(int *p, int *q, int which) { return which ? p : q; }
void *worker(void *number) {
  int x = (int)(long)number;
  int y = 0;
  int *p = choose(&x, &y, x);
  *p = *p + 1;
  if (x != (int)(long)number + 1) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, (void *)1);
  pthread_create(&b, 0, worker, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
