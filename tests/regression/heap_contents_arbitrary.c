// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// What malloc returns holds anything.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  unsigned *p = malloc(2 * sizeof *p);
  p[0] = 1;
  if (p[1] == 77) reach_error();
  return 0;
}
