// gcc evaluates the initialiser of a range once; as a tree it stands for each element.
// EXPECT: UNKNOWN
#include <assert.h>

static int calls;
static int next(void) { return ++calls; }

int main(void) {
  int a[4] = {[0 ... 2] = next()};
  assert(calls == 1 && a[2] == 1);
  return 0;
}
