// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Two declarations of one symbol are one object, but gcc keeps them apart when it optimises.
#include <assert.h>
int first __asm__("second") = 3;
extern int second;
int main(void) {
  first = 5;
  assert(second == 5);
}
