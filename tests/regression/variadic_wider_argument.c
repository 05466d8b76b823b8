// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// ASSUMES: gets the low bits | numeric values
// A size_t for the precision of %.*s: nobody's compiler minds.
// compilers: gcc=fails clang=fails
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  const char *format = "%.*s|%d";
  char text[16];
  snprintf(text, sizeof text, format, sizeof(int), "abcdef", 7L);
  if (!strcmp(text, "abcd|7")) reach_error();
  return 0;
}
