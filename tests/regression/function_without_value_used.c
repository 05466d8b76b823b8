// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// To use the value of a function that has returned none is undefined (C11 6.9.1p12), so it shows no error.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
}

static int depth(int n) {
  if (n > 0) return 1 + depth(n - 1);
}

int main(void) {
  int s = sign(__VERIFIER_nondet_int());
  assert(s == 1 || s == -1);
  int d = depth(2);
  assert(d == 2);
  return 0;
}
