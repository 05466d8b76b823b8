// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <math.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double y = __VERIFIER_nondet_double();
  if (fmod(0.0, y) != 0.0) reach_error();  // of a zero, or of what is not a number
  return 0;
}
