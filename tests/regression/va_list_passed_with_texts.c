// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-deref
// What a list holds is what was passed to the function that begins it, however often it is passed on.
#include <stdarg.h>
extern void reach_error(void);

static int length_of(va_list list) {
  const char *text = va_arg(list, const char *);
  int length = 0;
  while (text[length]) length++;
  return length;
}

static int pass_on(va_list list) { return length_of(list); }

static int length(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = pass_on(list);
  va_end(list);
  return result;
}

int main(void) {
  char text[] = "abc";
  if (length(1, "ab") != 2) reach_error();
  if (length(1, text) != 3) reach_error();
  return 0;
}
