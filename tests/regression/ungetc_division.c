// SPDX-License-Identifier: Apache-2.0
// The operator that ends the number is put back and read again.
// EXPECT: FALSE
#include <assert.h>
#include <stdio.h>

static int number(void) {
  int c, value = 0;
  while ((c = getchar()) >= '0' && c <= '9' && value < 1000) value = 10 * value + (c - '0');
  if (c != EOF) ungetc(c, stdin);
  return value;
}

int main(void) {
  int left = number();
  if (getchar() != '/') return 0;
  int right = number();
  if (left < 10) return 0;
  assert(right != 0);
  printf("%d\n", left / right);
  return 0;
}
