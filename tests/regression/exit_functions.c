// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
// compilers: gcc=passes clang=passes
// Functions for the end of the program run in the reverse of their order, before destructors.
#include <stdlib.h>
extern void reach_error(void);
static int order;
static void first(void) {
  if (order != 2) reach_error();
  order = 3;
}
static void second(void) {
  if (order != 1) reach_error();
  order = 2;
}
__attribute__((destructor)) static void last(void) {
  if (order != 3) reach_error();
}
int main(void) {
  if (atexit(first) != 0 || atexit(second) != 0) return 0;
  order = 1;
  return 0;
}
