// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// After the same seed come the same numbers, which are any here.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  srand(7);
  int first = rand();
  srand(7);
  if (rand() != first) reach_error();
  return 0;
}
