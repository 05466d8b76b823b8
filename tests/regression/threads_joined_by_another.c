// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What the first thread does after it has waited for one that waits for the writers comes after their steps.
#include <pthread.h>
extern void reach_error(void);
int a[2];
void *first(void *unused) {
  a[0] = 1;
  return 0;
}
void *second(void *unused) {
  a[0] = 2;
  return 0;
}
void *starter(void *unused) {
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, starter, 0);
  pthread_join(thread, 0);
  if (a[0] != 1 && a[0] != 2) reach_error();
  return 0;
}
