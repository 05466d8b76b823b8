// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --property valid-deref
// A pointer to one member is led to the next one, where the compilers let it write.
#include <assert.h>
struct two { int x; int y; };
int main(void) {
  struct two a;
  a.y = 2;
  int *v = &a.x;
  v[1] = 0;
  assert(a.y == 2);
  return 0;
}
