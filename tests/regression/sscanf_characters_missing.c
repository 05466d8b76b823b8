// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Of fewer characters than %3c asks for C and glibc say different things.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[8];
  assert(sscanf("ab", "%3c", text) == -1);
  return 0;
}
