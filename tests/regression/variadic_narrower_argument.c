// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// What lies beside an int nobody knows.
#include <stdarg.h>
extern void reach_error(void);
static long first(int count, ...) {
  va_list list;
  va_start(list, count);
  long result = va_arg(list, long);
  va_end(list);
  return result;
}
int main(void) {
  if (first(1, 5) != 5) reach_error();
  return 0;
}
