// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
#include <stdlib.h>
extern void reach_error(void);
struct item {
  int number;
  char name[4];
};
int main(void) {
  struct item *items = malloc(2 * sizeof *items);
  if (!items) return 0;
  for (int i = 0; i < 2; i++) {
    items[i].number = i;
    items[i].name[0] = (char)('a' + i);
    items[i].name[3] = 0;
  }
  items = realloc(items, 3 * sizeof *items);
  if (!items) return 0;
  items[2] = items[1];
  if (items[0].name[0] != 'a' || items[2].name[0] != 'b' || items[2].number != 1 || items[1].name[3] != 0) reach_error();
  free(items);
  return 0;
}
