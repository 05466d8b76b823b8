// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// All threads get the address of one counter, which goes on.
#include <pthread.h>
extern void reach_error(void);
int seen[2];
void *worker(void *where) {
  seen[*(int *)where % 2] = 1;
  return 0;
}
int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &i);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  if (!seen[1]) reach_error();
  return 0;
}
