// Which of several priorities counts is not the same for gcc and clang.
// EXPECT: UNKNOWN
#include <assert.h>

static int order;
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(300), constructor(150))) static void first(void) { order = order * 10 + 1; }

int main(void) {
  assert(order != 12);
  return 0;
}
