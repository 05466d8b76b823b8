// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Lost updates are lost one at a time.
#include <pthread.h>
extern void reach_error(void);
int x;
void *worker(void *unused) {
  x++;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x < 1 || x > 2) reach_error();
  return 0;
}
