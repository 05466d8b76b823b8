// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Two threads that run the same code have lengths of their own.
#include <pthread.h>
extern void reach_error(void);
int last(int m, int (*a)[m]) { return a[1][m - 1]; }
void *run(void *p) {
  int m = *(int *)p;
  int a[2][m];
  a[1][m - 1] = m;
  if (last(m, a) != m || sizeof a != 2 * m * sizeof(int)) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  int one = 1, two = 2;
  pthread_create(&t, 0, run, &one);
  run(&two);
  pthread_join(t, 0);
  return 0;
}
