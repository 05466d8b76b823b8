// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// malloc is called through a pointer.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  void *(*allocate)(size_t) = malloc;
  int *p = allocate(sizeof *p);
  *p = 3;
  if (*p == 3) reach_error();
  return 0;
}
