// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Nobody knows what is written of a day that is none of a week.
#include <assert.h>
#include <time.h>

int main(void) {
  struct tm time = {0};
  char text[8];
  time.tm_wday = 10;
  assert(strftime(text, sizeof text, "%w", &time) == 1);
  return 0;
}
