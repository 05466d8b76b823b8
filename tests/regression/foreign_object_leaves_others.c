// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-memcleanup
#include <stdlib.h>
extern int *take(void);
int main(void) {
  int *own = malloc(4);
  if (!own) return 0;
  int *p = take();
  if (p) *own = *p;
  return 0;
}
