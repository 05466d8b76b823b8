// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 9 10
// isdigit need not return 1.
#include <ctype.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int answer = isdigit(c);
  if (answer != 0 && answer != 1) {
    reach_error();
  }
  return 0;
}
