// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#include <assert.h>
static int twice(int x) { return 2 * x; }
int other(int x) __attribute__((alias("twice")));
int third(int x) __attribute__((alias("other")));
static int referred(int x) __attribute__((weakref("other")));
int number = 1;
extern int number_too __attribute__((alias("number")));
int main(void) {
  number_too++;
  assert(number == 2);
  assert(other(3) == 6 && third(4) == 8 && referred(5) == 10);
}
