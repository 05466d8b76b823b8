// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// localtime returns the same object at each call (C11 7.27.3).
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t first = 0, second = 3600;
  struct tm *a = localtime(&first);
  int hour = a->tm_hour;
  struct tm *b = localtime(&second);
  if (b->tm_hour != hour && a->tm_hour == hour) reach_error();
  if (a->tm_hour != hour) reach_error();
  return 0;
}
