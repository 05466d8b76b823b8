// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The table of variables is not for several threads; of a name without characters there is no variable.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
static void *run(void *p) { return getenv("HOME") ? p : 0; }
int main(void) {
  pthread_t a;
  if (getenv("")) reach_error();
  pthread_create(&a, 0, run, 0);
  if (!getenv("HOME") && 0) reach_error();
  pthread_join(a, 0);
  return 0;
}
