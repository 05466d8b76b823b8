// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Results near these numbers are what every C library computes: they are fixed one after the other.
#include <math.h>
extern void reach_error(void);
int main(void) {
  double x = 0.5;
  double s = sin(x);
  float e = expf(2.0f);
  if (s > 0.4794 && s < 0.4795 && e > 7.38f && e < 7.4f) reach_error();
  return 0;
}
