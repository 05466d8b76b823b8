// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// How far the array at the end reaches is not known where memory is filled.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
struct text {
  int length;
  int data[];
};
int main(void) {
  struct text *t = malloc(sizeof *t + 2 * sizeof(int));
  t->data[0] = 7;
  memset(t, 0, sizeof *t + 2 * sizeof(int));
  if (t->data[0] != 0) reach_error();
  return 0;
}
