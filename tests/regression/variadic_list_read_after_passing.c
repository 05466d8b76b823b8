// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// What the caller reads from a list that it has passed on depends on the machine (C11 7.16p3).
#include <stdarg.h>
extern void reach_error(void);
static int vfirst(va_list list) { return va_arg(list, int); }
static int second(int count, ...) {
  va_list list;
  va_start(list, count);
  int first = vfirst(list);
  int result = va_arg(list, int);
  va_end(list);
  return result + 0 * first;
}
int main(void) {
  if (second(2, 1, 5) != 5) reach_error();
  return 0;
}
