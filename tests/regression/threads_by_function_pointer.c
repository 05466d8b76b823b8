// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x;
void *one(void *unused) {
  x = 1;
  return 0;
}
void *two(void *unused) {
  x = 2;
  return 0;
}
int main(void) {
  pthread_t t;
  void *(*start)(void *) = __VERIFIER_nondet_int() ? one : two;
  pthread_create(&t, 0, start, 0);
  pthread_join(t, 0);
  if (x != (start == one ? 1 : 2)) reach_error();
  return 0;
}
