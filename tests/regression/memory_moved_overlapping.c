// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// memmove reads everything before it writes.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4 * sizeof *p);
  for (int i = 0; i < 4; i++) p[i] = i;
  memmove(p + 1, p, 3 * sizeof *p);
  if (p[0] != 0 || p[1] != 0 || p[2] != 1 || p[3] != 2) reach_error();
  return 0;
}
