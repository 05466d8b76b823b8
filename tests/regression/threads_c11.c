// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <threads.h>
extern void reach_error(void);
int x;
int worker(void *argument) {
  x = *(int *)argument;
  thrd_yield();
  if (x != 3) thrd_exit(9);
  return 4;
}
int main(void) {
  thrd_t t;
  int given = 3;
  int result;
  if (thrd_create(&t, worker, &given) != thrd_success) reach_error();
  if (thrd_join(t, &result) != thrd_success) reach_error();
  if (result != 4 || x != 3) reach_error();
  return 0;
}
