// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
_Thread_local int own = 3;
static __thread int many[2] = {1, 2};
int shared;
int next(void) {
  static _Thread_local int count = 10;
  return ++count;
}
void *worker(void *unused) {
  if (own != 3 || many[1] != 2) reach_error();
  own = 4;
  many[1] = 5;
  if (next() != 11) reach_error();
  if (next() != 12) reach_error();
  if (own != 4 || many[1] != 5) reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  own = 8;
  if (next() != 11) reach_error();
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (own != 8 || many[1] != 2) reach_error();
  return 0;
}
