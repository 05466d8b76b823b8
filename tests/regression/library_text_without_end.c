// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-memsafety
// A search in a text that does not end leaves its array.
#include <string.h>

int main(void) {
  char text[3];
  text[0] = text[1] = text[2] = 'a';
  return strstr(text, "b") != 0;
}
