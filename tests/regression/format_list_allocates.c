// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The text has the room that it needs, whatever the list says.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char *text_of(const char *format, ...) {
  char *text = 0;
  va_list list;
  va_start(list, format);
  int length = vasprintf(&text, format, list);
  va_end(list);
  if (length < 0) return 0;
  assert(length == (int)strlen(text));
  return text;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 99) return 0;
  char *text = text_of("<%d|%s>", n, "ab");
  if (!text) return 0;
  assert(text[0] == '<' && text[1] == (n < 10 ? '0' + n : '0' + n / 10) && strchr(text, 'b')[1] == '>');
  free(text);
  return 0;
}
