// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Cells are different objects; what was written into one is not found in another.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct cell {
  int value;
  struct cell *next;
};
struct cell *push(struct cell *list, int value) {
  struct cell *cell = (struct cell *)malloc(sizeof(struct cell));
  cell->value = value;
  cell->next = list;
  return cell;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  struct cell *list = push(push(0, a), 7);
  list->value = 8;
  if (list->next->value != a || list->next->next || list == list->next) reach_error();
  free(list->next);
  free(list);
  return 0;
}
