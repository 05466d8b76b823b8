// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
int *first, *second;
void *worker(void *unused) {
  first = malloc(sizeof(int));
  *first = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  second = malloc(sizeof(int));
  *second = 2;
  pthread_join(t, 0);
  if (first == second || *first != 1 || *second != 2) reach_error();
  return 0;
}
