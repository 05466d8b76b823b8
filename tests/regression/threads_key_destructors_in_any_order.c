// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <pthread.h>
extern void reach_error(void);
pthread_key_t first, second;
int order;
void destroy_first(void *value) { order = 10 * order + 1; }
void destroy_second(void *value) { order = 10 * order + 2; }
void *worker(void *unused) {
  pthread_setspecific(first, &order);
  pthread_setspecific(second, &order);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&first, destroy_first);
  pthread_key_create(&second, destroy_second);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  if (order == 21) reach_error();
  return 0;
}
