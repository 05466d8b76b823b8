// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
int x;
void *first(void *unused) {
  x = 7;
  return &x;
}
void leave(void) { pthread_exit((void *)5); }
void *second(void *unused) {
  leave();
  reach_error();
  return 0;
}
int main(void) {
  pthread_t a, b;
  void *of_a, *of_b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(b, &of_b);
  pthread_join(a, &of_a);
  if (*(int *)of_a != 7 || of_b != (void *)5) reach_error();
  return 0;
}
