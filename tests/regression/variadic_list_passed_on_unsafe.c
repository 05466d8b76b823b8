// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model ILP32
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int vsecond(va_list list) {
  (void)va_arg(list, int);
  return va_arg(list, int);
}
static int second(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = vsecond(list);
  va_end(list);
  return result;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (second(3, 1, x, 2) == 77) reach_error();
  return 0;
}
