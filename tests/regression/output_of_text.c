// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --data-model LP64 --property valid-deref
// EXPECT: TRUE
#include <stdio.h>
int main(void) {
  char text[4], *heading = 0;
  for (int i = 0; i < 3; i++) text[i] = 'a';
  printf("%.*s|%-2.3s\n", 2, text, text);
  text[3] = 0;
  puts(text);
  fputs(text, stderr);
  perror(heading);
  fprintf(stdout, "%d %s\n", 3, text);
  return 0;
}
