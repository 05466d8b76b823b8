// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// As printed_by_list.c, with a number that may take three characters where there is room for two.
#include <stdarg.h>
#include <stdio.h>
unsigned char __VERIFIER_nondet_uchar(void);

static void put(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsprintf(to, format, list);
  va_end(list);
}

int main(void) {
  char text[6];
  put(text, "<%d>%c", __VERIFIER_nondet_uchar() / 2, 'x');
  return 0;
}
