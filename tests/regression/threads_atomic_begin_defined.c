// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A program's own functions of these names are functions like others.
#include <pthread.h>
extern void reach_error(void);
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
int x;
void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
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
