// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  srand((unsigned)time(0));
  int die = rand() % 6;
  srand(17);
  if (die == 5 && rand() % 6 == 5) reach_error();
  return 0;
}
