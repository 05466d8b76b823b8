// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The others go on when the first thread ends.
#include <pthread.h>
extern void reach_error(void);
int x;
void *worker(void *unused) {
  if (x) reach_error();
  return 0;
}
void *creator(void *unused) {
  pthread_t t;
  if (x) pthread_create(&t, 0, worker, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, creator, 0);
  x = 1;
  pthread_exit(0);
}
