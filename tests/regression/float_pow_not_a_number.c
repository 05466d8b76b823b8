// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The root of a negative number is none (C11 F.10.4.4).
#include <math.h>
extern void reach_error(void);
int main(void) {
  double x = -2;
  double root = pow(x, 0.5);
  if (root != root) reach_error();
  return 0;
}
