// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <pthread.h>
extern void reach_error(void);
int x;
void *inner(void *unused) {
  if (x == 2) reach_error();
  return 0;
}
void *outer(void *unused) {
  pthread_t t;
  pthread_create(&t, 0, inner, 0);
  x++;
  pthread_join(t, 0);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, outer, 0);
  pthread_create(&b, 0, outer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
