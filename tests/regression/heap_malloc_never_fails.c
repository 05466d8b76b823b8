// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// SV-COMP's rule; --malloc-may-fail is the other one.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) reach_error();
  return 0;
}
