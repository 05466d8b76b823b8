// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The first seed may be any.
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  srand((unsigned)time(0));
  int die = rand() % 6;
  if (die < 0 || die > 5) reach_error();
  return 0;
}
