// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <threads.h>
extern void reach_error(void);
tss_t first, second;
int order;
void destroy_first(void *value) { order = 10 * order + 1; }
void destroy_second(void *value) { order = 10 * order + 2; }
int worker(void *unused) {
  tss_set(first, &order);
  tss_set(second, &order);
  return tss_get(first) == &order;
}
int main(void) {
  thrd_t thread;
  int result;
  tss_create(&first, destroy_first);
  tss_create(&second, destroy_second);
  thrd_create(&thread, worker, 0);
  thrd_join(thread, &result);
  if ((order != 12 && order != 21) || result != 1) reach_error();
  return 0;
}
