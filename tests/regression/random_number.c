// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// rand returns no negative number, and getchar a character or EOF.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int die = rand() % 6 + 1;
  int c = getchar();
  if (die < 1 || die > 6 || c > 255 || c < EOF) {
    reach_error();
  }
  return 0;
}
