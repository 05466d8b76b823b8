// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A last line end makes feof come one round too late.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int sum = 0, number = 0, rounds = 0;
  while (!feof(stdin) && rounds < 3) {
    scanf("%d", &number);
    sum += number;
    rounds++;
  }
  if (rounds == 2 && number == 5 && sum == 10) reach_error();
  return 0;
}
