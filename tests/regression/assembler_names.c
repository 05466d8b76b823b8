// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// Two declarations of one symbol are one function; the library's headers rename for reasons of their own.
#include <assert.h>
#include <string.h>
#pragma redefine_extname before after
extern int before(int);
int after(int x) { return x + 5; }
int named(void) __asm__("plain");
int plain(void) { return 9; }
int main(void) {
  assert(before(1) == 6 && named() == 9);
  assert(strlen("four") == 4);
}
