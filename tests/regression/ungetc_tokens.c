// SPDX-License-Identifier: Apache-2.0
// A character that was put back is read again: by getchar, fgetc and fgets.
// EXPECT: TRUE
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

static int peek(void) {
  int c = getchar();
  if (c != EOF) assert(ungetc(c, stdin) == c);
  return c;
}

int main(void) {
  int seen = peek();
  if (seen == EOF) return 0;
  assert(getchar() == seen);
  assert(ungetc(EOF, stdin) == EOF);

  int digit = fgetc(stdin);
  if (digit == EOF) return 0;
  ungetc(digit, stdin);
  char line[3];
  if (fgets(line, sizeof line, stdin)) assert((unsigned char)line[0] == digit);

  FILE *file = fopen("numbers", "r");
  if (!file) return 0;
  ungetc('x', file);
  int other = getchar();  // of another stream
  assert(other >= EOF && other <= 255);
  assert(getc(file) == 'x');
  fclose(file);
  return 0;
}
