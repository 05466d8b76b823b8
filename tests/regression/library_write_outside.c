// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// strcpy writes behind the array: undefined, and what follows is anyone's guess.
#include <string.h>
extern void reach_error(void);

int main(void) {
  char buffer[2];
  strcpy(buffer, "ab");
  if (buffer[0] != 'b') {
    reach_error();
  }
  return 0;
}
