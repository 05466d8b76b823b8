// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A thread that goes round for ever, and sees nothing of the others, does not hide their errors.
#include <pthread.h>
extern void reach_error(void);
int shared;
void *spin(void *unused) {
  int own = 0;
  while (1) own = !own;
  return 0;
}
void *worker(void *unused) {
  if (shared == 0) reach_error();
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, spin, 0);
  pthread_create(&other, 0, worker, 0);
  pthread_join(one, 0);
  shared = 1;
  return 0;
}
