// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64
// RELEVANT: 18
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vfprintf(stderr, format, list);
  va_end(list);
  return length;
}
int main(void) {
  say("%d\n", 3);
  if (__VERIFIER_nondet_int() == 3) reach_error();
  return 0;
}
