// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --malloc-may-fail
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) reach_error();
  return 0;
}
