// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Each access is atomic, but not both of them together.
#include <pthread.h>
extern void reach_error(void);
_Atomic int x;
void *worker(void *unused) {
  x = x + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error();
  return 0;
}
