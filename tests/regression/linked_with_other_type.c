// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// FILES: linked/other_types.c
// compilers: gcc=passes clang=passes
// The other file defines it with an int as its result: undefined, and what is read is another number.
extern void reach_error(void);
long balance(void);
int main(void) {
  if (balance() == -1) reach_error();
  return 0;
}
