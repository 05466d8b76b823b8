// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=passes clang=fails
// clang lets the function change the result.
#include <assert.h>
struct pair {
  int first, second;
};
static void change(struct pair *p) { p->first = 9; }
static struct pair get(void) {
  struct pair x __attribute__((cleanup(change))) = {3, 4};
  return x;
}
int main(void) {
  struct pair p = get();
  assert(p.first == 3);
}
