// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// There is no variable without a name.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (getenv("")) reach_error();
  return 0;
}
