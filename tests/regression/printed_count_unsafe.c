// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// An error is possible too.
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = printf("hello\n");
  assert(n == 6);
}
