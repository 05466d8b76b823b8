// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The third cell of the list, allocated in a loop.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct cell {
  int value;
  struct cell *next;
};
int main(void) {
  struct cell *list = 0;
  for (int i = 0; i < 3; i++) {
    struct cell *cell = malloc(sizeof *cell);
    cell->value = __VERIFIER_nondet_int();
    cell->next = list;
    list = cell;
  }
  if (list->next->next->value == 42) reach_error();
  return 0;
}
