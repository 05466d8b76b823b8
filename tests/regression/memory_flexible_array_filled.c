// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A structure is filled with as much of the array at its end as the size says.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct text {
  short kind;
  int length;
  int data[];
};
int main(void) {
  struct text *t = malloc(sizeof *t + 3 * sizeof(int));
  t->data[0] = 7;
  t->data[2] = 9;
  memset(t, 0, sizeof *t + 2 * sizeof(int));
  if (t->kind != 0 || t->length != 0 || t->data[0] != 0 || t->data[1] != 0 || t->data[2] != 9) reach_error();
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 2) return 0;
  struct text *u = calloc(1, sizeof *u + n * sizeof(int));
  if (u->length != 0 || (n == 2 && u->data[1] != 0)) reach_error();
  return 0;
}
