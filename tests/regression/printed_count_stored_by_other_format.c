// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 99;
  const char *format = "abc%n\n";
  printf(format, &x);
  assert(x == 99);
}
