// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 12);
  return 0;
}
