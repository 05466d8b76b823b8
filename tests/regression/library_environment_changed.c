// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// What changes the environment is not modelled.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  setenv("LEVEL", "1", 1);
  if (getenv("LEVEL")) reach_error();
  return 0;
}
