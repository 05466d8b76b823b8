// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Elements behind the declared end of the structure.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct text {
  int length;
  int data[];
};
int main(void) {
  struct text *t = malloc(sizeof *t + 3 * sizeof(int));
  t->length = 3;
  for (int i = 0; i < t->length; i++) t->data[i] = i + __VERIFIER_nondet_int() % 2;
  if (t->data[2] == 3 && t->data[0] == 0) reach_error();
  return 0;
}
