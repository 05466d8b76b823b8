// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// feof and ferror tell what the stream did: nothing at first, one of them once nothing was read, and that stays so.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char line[4];
  if (feof(stdin) || ferror(stdin)) reach_error();
  int c = getchar();
  if (c != EOF && feof(stdin)) reach_error();
  if (c == EOF && !feof(stdin) && !ferror(stdin)) reach_error();
  if (!fgets(line, sizeof line, stdin) && !feof(stdin) && !ferror(stdin)) reach_error();
  int before = feof(stdin);
  if (before && getchar() != EOF) reach_error();
  if (feof(stdin) < before) reach_error();
  clearerr(stdin);
  if (feof(stdin) || ferror(stdin)) reach_error();
  return 0;
}
