// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Filling starts in one member and ends in the next: the structure consists of bytes.
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
