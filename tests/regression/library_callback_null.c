// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// No function is given, so none is called.
#include <assert.h>
#include <glob.h>
int main(void) {
  glob_t found;
  int x = 1;
  glob("*", 0, 0, 0);
  assert(x == 1);
}
