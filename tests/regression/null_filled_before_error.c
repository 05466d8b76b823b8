// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call
// No execution gets beyond memset without undefined behaviour.
#include <string.h>
extern void reach_error(void);
int main(void) {
  char *p = 0;
  memset(p, 0, 1);
  reach_error();
  return 0;
}
