// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref --explanation-timeout 5
// Three digits before the point fit, and no rounding makes that four but that of 999.996.
#include <stdio.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  char text[7];
  double price = __VERIFIER_nondet_double();
  if (!(price >= 0 && price < 1000)) return 0;
  sprintf(text, "%.2f", price);
  return 0;
}
