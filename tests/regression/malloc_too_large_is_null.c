// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails
// A length of 2 less 4 is no small one: no object has so many bytes.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  volatile size_t length = 2;
  char *text = malloc(length - 4);
  if (text == NULL) reach_error();
  return 0;
}
