// SPDX-License-Identifier: Apache-2.0
// What reads under another name would take the character that was put back.
// EXPECT: UNKNOWN
#include <stdio.h>
extern int scan(FILE *, const char *, ...) __asm__("fscanf");
int main(void) {
  char c = 'q';
  ungetc('x', stdin);
  scan(stdin, "%c", &c);
  if (getchar() != 'x') __builtin_abort();
  return 0;
}
