// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// FILES: linked/weak_definitions_elsewhere.c
// compilers: gcc=passes clang=passes
// The strong definition wins, also over the one in the caller's own file; of two weak ones the first stays.
#include <assert.h>
__attribute__((weak)) int chosen(void) { return 1; }
__attribute__((weak)) int chosen_number = 10;
__attribute__((weak)) int kept(void) { return 3; }
int (*pointer)(void) = chosen;
int main(void) {
  assert(chosen() == 2 && pointer() == 2);
  assert(chosen_number == 20);
  assert(kept() == 3);
}
