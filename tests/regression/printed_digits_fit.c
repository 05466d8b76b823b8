// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property valid-deref
// As printed_digits.c, with room for 1000.00.
#include <stdio.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  char text[8];
  double price = __VERIFIER_nondet_double();
  if (!(price >= 0 && price < 1000)) return 0;
  sprintf(text, "%.2f", price);
  return 0;
}
