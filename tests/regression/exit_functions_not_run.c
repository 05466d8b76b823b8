// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
// compilers: gcc=passes clang=passes
#include <stdlib.h>
extern void reach_error(void);
static void look(void) { reach_error(); }
int main(void) {
  atexit(look);
  _Exit(0);
}
