// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
extern double sin(double x);
extern void reach_error(void);
int main(void) {
  double x = 1.0;
  if (sin(x) > 2.0) {
    reach_error();
  }
  return 0;
}
