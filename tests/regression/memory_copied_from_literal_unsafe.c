// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *text = malloc(4);
  if (__VERIFIER_nondet_int()) {
    memcpy(text, "one", 4);
  } else {
    memcpy(text, "two", 4);
  }
  memcpy(text, "six", 2);
  if (text[0] == 's' && text[2] == 'o') reach_error();
  return 0;
}
