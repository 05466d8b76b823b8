// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Of a function of the program's own without a body it is assumed that it calls nothing; the answer lists that.
#include <assert.h>
extern void keep(int (*callback)(void));
static int fail(void) {
  assert(0);
  return 0;
}
int main(void) { keep(fail); }
