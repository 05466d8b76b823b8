// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// As above, with the label that x has later asked first.
#include <pthread.h>
extern void reach_error(void);
int x;
void *worker(void *unused) {
  x = 0;
  return 0;
}
int main(void) {
  x = 1;
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  switch (x) {
    case 0:
      break;
    case 1:
      break;
    default:
      reach_error();
  }
  return 0;
}
