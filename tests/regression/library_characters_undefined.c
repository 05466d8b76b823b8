// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Only characters and EOF may be asked for.
#include <ctype.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  if (isdigit(c) && c < 0) {
    reach_error();
  }
  return 0;
}
