// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --data-model LP64
// EXPECT: FALSE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *end;
  double nothing = strtod("NaN", &end), all = strtod("-inf", 0);
  if (nothing == nothing || all > -1e300 || *end != 0) return 0;
  reach_error();
}
