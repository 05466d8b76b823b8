// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property no-overflow --property unreach-call
// Nothing overflows in the program, whatever the time is.
#include <time.h>
extern void reach_error(void);

int main(void) {
  time_t now = time(NULL);
  struct tm *today = localtime(&now);
  char text[8];
  if (strftime(text, sizeof text, "%m", today) != 2) reach_error();
  return 0;
}
