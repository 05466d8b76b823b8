// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// More threads than the program is read with at first; their ids have a variable index.
#include <pthread.h>
extern void reach_error(void);
int ran[3];
void *worker(void *number) {
  ran[(long)number] = 1;
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, (void *)i);
  for (int i = 2; i >= 0; i--) pthread_join(t[i], 0);
  if (!ran[0] || !ran[1] || !ran[2]) reach_error();
  return 0;
}
