// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Every execution to the error reads memory that was freed.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 3;
  free(p);
  if (*p == 3) reach_error();
  return 0;
}
