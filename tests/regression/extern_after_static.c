// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// FILES: linked/same_names.c
// compilers: gcc=passes clang=passes
// `extern`, and a function's declaration, keep the linkage of a `static` declaration before them (C11 6.2.2p4, p5).
#include <assert.h>
static int in_block = 1;
static int in_file = 1;
extern int in_file;
static int declared_twice;
static int declared_twice;
int *before = &declared_twice;
extern int declared_twice;
static int function_in_block(void);
static int function_in_file(void);
extern int function_in_file(void);
int read_in_block(void) {
  extern int in_block;
  int function_in_block(void);
  return 10 * in_block + function_in_block();
}
int main(void) {
  assert(read_in_block() == 11);
  assert(10 * in_file + function_in_file() == 11);
  *before = 3;
  assert(declared_twice == 3);
}
static int function_in_block(void) { return 1; }
static int function_in_file(void) { return 1; }
