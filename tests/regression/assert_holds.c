// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) {
    assert(x >= 4);
  }
  return 0;
}
