// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// With status 0, error only writes; a program's own function of the name does what it does.
#include <error.h>
extern void reach_error(void);
int main(void) {
  error(0, 0, "a warning");
  reach_error();
  return 0;
}
