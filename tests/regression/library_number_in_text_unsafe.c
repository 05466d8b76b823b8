// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A text of two characters is a number.
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char text[3];
  text[0] = __VERIFIER_nondet_char();
  text[1] = __VERIFIER_nondet_char();
  text[2] = 0;
  if (atoi(text) == -7) reach_error();
  return 0;
}
