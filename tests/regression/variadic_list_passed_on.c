// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A va_list as an argument, as vprintf has it.
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int next(va_list list) { return va_arg(list, int); }
static int vsum(int count, va_list list) {
  int result = next(list);
  (void)count;
  return result;
}
static long vtotal(int count, va_list list) {
  long result = 0;
  for (int i = 0; i < count; i++) result += va_arg(list, int);
  return result;
}
static long total(int count, ...) {
  va_list list;
  va_start(list, count);
  int first = va_arg(list, int);
  long rest = vtotal(count - 1, list);
  va_end(list);
  va_start(list, count);
  if (vsum(count, list) != first) reach_error();
  va_end(list);
  return first + rest;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (total(3, 1, x, 2) != 3L + x) reach_error();
  return 0;
}
