// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 10
// Where many objects of a variable exist at a time, they lie as those of malloc do.
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
static int deep(int *above, int depth) {
  _Alignas(64) int number = depth;
  assert((uintptr_t)&number % 64 == 0);
  return depth > 0 ? deep(&number, depth - 1) : *above;
}
int main(void) {
  int start = 0;
  return deep(&start, __VERIFIER_nondet_int());
}
