// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <pthread.h>
extern void reach_error(void);
int main(void) {
  if (pthread_join(pthread_self(), 0) == 0) reach_error();
  if (!pthread_equal(pthread_self(), pthread_self())) reach_error();
  pthread_t t;
  void *worker(void *);
  pthread_create(&t, 0, worker, 0);
  if (pthread_equal(t, pthread_self())) reach_error();
  return 0;
}
void *worker(void *unused) { return unused; }
