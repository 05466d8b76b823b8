// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// FILES: linked/refused_symbols.c
// compilers: gcc=passes clang=passes
// The other file defines it as an alias of a weak function; it is no function without a body.
extern void reach_error(void);
int alias_of_weak(void);
int main(void) {
  if (alias_of_weak() != 1) reach_error();
  return 0;
}
