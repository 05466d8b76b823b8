// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Every execution to the error reads outside of the object.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = p[1] = 0;
  if (p[2]) reach_error();
  return 0;
}
