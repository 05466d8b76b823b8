// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// ASSUMES: 'log' returns | 'pow' returns | signbit | 'log' computes | 'pow' computes
// What is known of every C library does not suffice; what this machine's computes does.
#include <assert.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 4) return 0;
  const double x = log(n);
  assert(x > 0.69 && x < 1.39);
  assert(pow(2, 3) == 8);
  return 0;
}
