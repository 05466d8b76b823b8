// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <assert.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 4) return 0;
  const double x = log(n);
  assert(x > 0.69 && x < 1.38);
  return 0;
}
