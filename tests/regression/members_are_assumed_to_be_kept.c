// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call
// ASSUMES: numeric values of addresses | stay inside of objects | members of structures stay inside of them
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
