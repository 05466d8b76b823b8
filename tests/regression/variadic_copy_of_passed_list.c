// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A list that was passed on is copied, so that it can be read twice.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int count, va_list list) {
  va_list again;
  va_copy(again, list);
  int sum = 0;
  for (int i = 0; i < count; i++) sum += va_arg(again, int);
  va_end(again);
  for (int i = 0; i < count; i++) sum += 10 * va_arg(list, int);
  va_copy(again, list);
  sum += 100 * va_arg(again, int);
  va_end(again);
  return sum;
}
static int sum_of(int count, ...) {
  va_list list;
  va_start(list, count);
  const int sum = twice(count, list);
  va_end(list);
  return sum;
}
static int written(char *to, const char *format, va_list list) {
  va_list copy;
  va_copy(copy, list);
  const int length = vsnprintf(to, 9, format, copy);
  va_end(copy);
  return length;
}
static int write_to(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int length = written(to, format, list);
  va_end(list);
  return length;
}
int main(void) {
  const int x = __VERIFIER_nondet_int() & 15;
  assert(sum_of(2, x, 3, 4) == x + 3 + 10 * (x + 3) + 400);
  assert(sum_of(1, 5, x) == 55 + 100 * x);
  char text[9];
  assert(write_to(text, "%d", 42) == 2 && text[0] == '4' && text[2] == 0);
  return 0;
}
