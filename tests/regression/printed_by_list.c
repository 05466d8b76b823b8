// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-deref
// A format that is no literal where it is used, but a known text when that is executed.
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);

static int append(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(to, size, format, list);
  va_end(list);
  return length;
}

int main(void) {
  char text[8];
  unsigned char number = __VERIFIER_nondet_uchar();
  int length = append(text, sizeof text, "<%s %3d>", "n", number);
  if (length != 7 || text[0] != '<' || text[6] != '>' || text[7] != 0) reach_error();
  if (append(text, 3, "%x", 4096) != 4 || text[1] != '0' || text[2] != 0) reach_error();
  return 0;
}
