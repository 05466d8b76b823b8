// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The value of a switch is read once, whatever other threads do meanwhile.
#include <pthread.h>
extern void reach_error(void);
int x;
void *worker(void *unused) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  switch (x) {
    case 1:
      break;
    case 0:
      break;
    default:
      reach_error();
  }
  int old = x++;
  if (old != 0 && old != 1) reach_error();
  return 0;
}
