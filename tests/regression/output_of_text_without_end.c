// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --data-model LP64 --property valid-deref
// EXPECT: FALSE
#include <stdio.h>
int main(void) {
  char text[3];
  for (int i = 0; i < 3; i++) text[i] = 'a';
  printf("%.3s", text);
  puts(text);
  return 0;
}
