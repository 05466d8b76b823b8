// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// The least and the greatest number of characters follow from the format; every result may be an error.
#include <assert.h>
#include <stdio.h>
int main(void) {
  int n = printf("hello\n");
  assert(n == 6 || n < 0);
  n = printf("%d%%%c", 5, 'x');
  assert(n < 0 || (n >= 3 && n <= 14));
  n = printf("%5u|%-3c|%.0d", 7u, 'y', 0);
  assert(n < 0 || n >= 10);
  n = printf("%s%s\n", "three", "four");
  assert(n < 0 || n == 10);
  n = printf("%.3s", "three");
  assert(n < 0 || n == 3);
  n = fprintf(stdout, "%*d", 4, 1);
  assert(n < 0 || n >= 1);
  n = printf("%lx%hhu", 1ul, (unsigned char)3);
  assert(n < 0 || n >= 2);
  n = putchar('a');
  assert(n == 'a' || n == EOF);
  n = puts("line");
  assert(n >= 0 || n == EOF);
}
