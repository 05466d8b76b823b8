// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --timeout 40
// Of the time only what the conversion needs is read.
#include <assert.h>
#include <time.h>

int main(void) {
  struct tm time;
  char text[8];
  time.tm_year = 100;
  assert(strftime(text, sizeof text, "%Y", &time) == 4);
  assert(text[0] == '2' && text[3] == '0');
  return 0;
}
