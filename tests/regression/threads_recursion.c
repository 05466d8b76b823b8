// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
#include <pthread.h>
extern void reach_error(void);
int down(int n) { return n == 0 ? 0 : down(n - 1); }
void *worker(void *unused) {
  if (down(2) != 0) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
