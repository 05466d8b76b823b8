// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 20
// The function may change what members of members lead to.
#include <assert.h>
struct inner {
  int *to[2];
};
struct outer {
  int n;
  struct inner inner;
};
extern int use(struct outer outer);

int main(void) {
  int a = 1;
  int b = 2;
  struct outer outer = {1, {{&a, &b}}};
  use(outer);
  assert(b == 2);
  return 0;
}
