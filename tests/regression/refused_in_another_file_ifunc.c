// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// FILES: linked/refused_symbols.c
// compilers: gcc=passes clang=passes
// The other file lets the linker choose the function.
extern void reach_error(void);
int chosen_by_linker(void);
int main(void) {
  if (chosen_by_linker() != 1) reach_error();
  return 0;
}
