// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property no-overflow --property unreach-call
// Nothing overflows in strftime, whatever the year is that fits "%Y" into four digits.
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct tm day = {0};
  day.tm_mday = 1;
  day.tm_year = __VERIFIER_nondet_int();
  if (day.tm_year < 1000 - 1900 || day.tm_year > 9999 - 1900) return 0;
  char text[8];
  if (strftime(text, sizeof text, "%Y", &day) != 4) reach_error();
  return 0;
}
