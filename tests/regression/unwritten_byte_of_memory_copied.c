// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property uninitialised-read
// What was copied byte by byte from memory that nobody wrote is not written either.
#include <stdlib.h>
#include <string.h>
struct pair {
  int left, right;
};
int main(void) {
  struct pair *from = malloc(sizeof *from), to;
  if (!from) return 0;
  from->left = 1;
  memcpy(&to, from, sizeof to);
  free(from);
  return to.right > 0;
}
