// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The function gets a copy of the structure: it may change what its members lead to, but not the structure.
#include <assert.h>
struct pair {
  int n;
  int *p;
};
extern int use(struct pair pair);

int main(void) {
  int a = 1;
  int b = 2;
  struct pair pair = {1, &a};
  use(pair);
  ++b;
  assert(b == 3 && pair.n == 1 && pair.p == &a);
  return 0;
}
