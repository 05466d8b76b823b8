// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --timeout 20
// Reading changes what is behind the pointer; a program that looks there sees it.
#include <assert.h>
#include <stdio.h>
int main(void) {
  const char *inside = (const char *)stdin;
  const char first = inside[8], second = inside[9];
  getc(stdin);
  assert(first == inside[8] && second == inside[9]);
  return 0;
}
