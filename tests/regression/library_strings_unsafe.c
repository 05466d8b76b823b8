// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The copy ends before the last character.
#include <string.h>
extern void reach_error(void);

int main(void) {
  char buffer[8];
  strcpy(buffer, "abc");
  buffer[2] = 0;
  if (strcmp(buffer, "abc") != 0) {
    reach_error();
  }
  return 0;
}
