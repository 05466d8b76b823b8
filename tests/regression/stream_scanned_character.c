// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Where no character comes, the stream has ended or failed.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char c;
  if (scanf("%c", &c) == EOF && !feof(stdin) && !ferror(stdin)) reach_error();
  return 0;
}
