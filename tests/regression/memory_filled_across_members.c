// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Filling starts in one member and ends in the next: not modelled.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
struct triple {
  int a, b, c;
};
int main(void) {
  struct triple *t = malloc(sizeof *t);
  t->a = t->b = t->c = 1;
  memset(&t->b, 0, 2 * sizeof(int));
  if (t->c != 0) reach_error();
  return 0;
}
