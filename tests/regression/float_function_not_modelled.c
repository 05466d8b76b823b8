// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// lgamma tells the sign of gamma(x) by a variable, too.
extern double lgamma(double x);
extern void reach_error(void);
int main(void) {
  double x = 1.0;
  if (lgamma(x) > 2.0) {
    reach_error();
  }
  return 0;
}
