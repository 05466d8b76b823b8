// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  void *p = calloc(1UL << 63, 2);
  if (p == 0) reach_error();
  return 0;
}
