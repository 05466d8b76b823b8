// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#include <assert.h>
int main(void) {
  int symver = 0, hardbool = 0, scalar_storage_order = 0;
  assert(symver + hardbool + scalar_storage_order == 0);
}
