// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What the string functions do is known, also of string literals.
#include <string.h>
extern void reach_error(void);

int main(void) {
  const char *name = "ab";
  char buffer[4];
  strcpy(buffer, name);
  if (strlen(buffer) != 2 || buffer[1] != 'b' || name[0] != buffer[0]) {
    reach_error();
  }
  return 0;
}
