// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static int say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vprintf(format, list);
  va_end(list);
  return length;
}
int main(void) {
  if (say("%d\n", 3) == 5) reach_error();
  return 0;
}
