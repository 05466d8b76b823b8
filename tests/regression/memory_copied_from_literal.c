// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char *text = malloc(6);
  memcpy(text, "hello", 6);
  if (text[1] != 'e' || text[5] != 0) reach_error();
  memcpy(text, "jam", 2);
  if (text[0] != 'j' || text[1] != 'a' || text[2] != 'l') reach_error();
  return 0;
}
