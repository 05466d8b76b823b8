// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// ASSUMES: 'sin' returns | 'sin' computes
// The contract allows this result, but this machine's C library does not compute it, which the proof takes for granted.
#include <math.h>
extern void reach_error(void);
int main(void) {
  double x = 0.5;
  if (sin(x) > 0.9) reach_error();
  return 0;
}
