// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The error is reached if the bytes of the word are in an order that the test does not expect.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char *bytes = (unsigned char[8]){0};
  for (int i = 0; i < 8; i++) bytes[i] = __VERIFIER_nondet_uchar();
  unsigned word;
  memcpy(&word, bytes + 2, sizeof word);
  if (word == 0x01020304) reach_error();
  return 0;
}
