// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --property valid-deref
#include <assert.h>
struct pair { int first, second; };
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_uchar() + 2;
  struct pair pairs[n];
  pairs[1].second = 2;
  int *p = &pairs[1].first;
  p++;
  *p = 7;
  assert(pairs[1].second == 2);
  return 0;
}
