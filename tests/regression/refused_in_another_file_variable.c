// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// FILES: linked/refused_symbols.c
// compilers: gcc=passes clang=passes
// The other file defines it as an alias of a variable of another type; it is not defined nowhere.
extern void reach_error(void);
extern unsigned alias_of_other_type;
int main(void) {
  if (alias_of_other_type != 1) reach_error();
  return 0;
}
