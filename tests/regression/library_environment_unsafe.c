// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// ASSUMES: numeric values of addresses | strings of the environment are accessed up to their ends
// A variable may be there and another one not, with any text; whoever asks again gets the same string.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  const char *level = getenv("LEVEL");
  if (!level || getenv("DEBUG") || getenv("LEVEL") != level) return 0;
  if (level[0] == '1' && level[1] == '2' && level[2] == 0) reach_error();
  return 0;
}
