// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
_Atomic int x;
_Atomic int y;
void *worker(void *unused) {
  x++;
  if (++y > 2) reach_error();
  x += 2;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 6 || y != 2) reach_error();
  return 0;
}
