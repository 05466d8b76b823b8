// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Functions of the program's own with floating arguments are not the library's.
#include <assert.h>
extern void report(int level, const char *format, ...);
extern double temperature(void);
extern int set_voltage(double volts, float *measured);

int main(void) {
  double now = temperature();
  float measured = 1.0F;
  report(0, "%f", now);
  int result = set_voltage(2.5, &measured);
  if (result < 0) return 1;
  assert(result >= 0);
  return 0;
}
