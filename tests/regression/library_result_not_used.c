// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
// Of a function without a model nobody asks what it returns.
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int x = 1;
  nice(3);
  clearerr(stdin);
  if (x != 1) reach_error();
  return 0;
}
