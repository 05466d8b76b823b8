// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --signed-overflow undefined
// abs is known; that its result fits is assumed here, as for every signed operation.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (abs(x) < 0 || (abs(x) != x && abs(x) + x != 0)) reach_error();
  return 0;
}
