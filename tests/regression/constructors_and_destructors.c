// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// Before main by priority, the lowest number first; after main, or exit anywhere, the other way round.
#include <assert.h>
#include <stdlib.h>
static int step;
static int *kept;
__attribute__((constructor(200))) static void second(void) {
  assert(step == 1);
  step = 2;
}
__attribute__((constructor(150))) static void first(void) { step = 1; }
__attribute__((constructor)) static void third(void) {
  assert(step == 2);
  step = 3;
}
__attribute__((destructor(150))) static void last(void) { assert(step == 6); }
__attribute__((destructor(200))) static void then(void) {
  assert(step == 5);
  step = 6;
}
__attribute__((destructor)) static void after_main(void) {
  assert(step == 4);
  step = 5;
}
static void end(int depth) {
  if (depth == 0) exit(0);
  end(depth - 1);
}
int main(int count, char **arguments) {
  int local = 4;
  assert(step == 3);
  kept = &local;
  step = *kept;
  if (count == 1) return 0;
  if (count == 2) exit(3);
  end(2);
  assert(0);
}
