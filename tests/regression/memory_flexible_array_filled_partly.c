// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The last element is filled in part.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
struct text {
  int length;
  int data[];
};
int main(void) {
  struct text *t = malloc(sizeof *t + 2 * sizeof(int));
  t->data[1] = 0x12345678;
  memset(t, 0, sizeof *t + sizeof(int) + 1);
  if (t->data[1] != 0x12345600) reach_error();
  return 0;
}
