// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// ASSUMES: feof and ferror give any answer | numeric values
// What pclose leaves of a stream is not modelled. Nothing is known of the ends of streams then, and the answer says so.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  FILE *file = popen("date", "r");
  if (!file) return 0;
  int c = getc(file);
  if (c != EOF && feof(file)) reach_error();
  pclose(file);
  return 0;
}
