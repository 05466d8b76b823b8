// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A format that is no literal is read like the text that it is.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static const char *const formats[] = {"%d", "%03d", "%x"};
  char text[16];
  int which = __VERIFIER_nondet_int();
  if (which < 0 || which > 2) return 0;
  int length = snprintf(text, sizeof text, formats[which], 26);
  if (length == 3 && !strcmp(text, "026")) reach_error();
  return 0;
}
