// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct set {
  unsigned length;
  short contents[];
};
static struct set *grown(struct set *set, unsigned length) {
  set = realloc(set, sizeof *set + length * sizeof set->contents[0]);
  if (!set) exit(1);
  set->length = length;
  return set;
}
int main(void) {
  unsigned more = __VERIFIER_nondet_uchar() % 3;
  struct set *set = malloc(sizeof *set + 2);
  if (!set) return 0;
  set->length = 1;
  set->contents[0] = 7;
  set = grown(set, 2 + more);
  set->contents[1 + more] = 8;
  if (set->contents[0] == 7 && set->contents[set->length - 1] == 8) reach_error();
  set = grown(set, 1);
  if (set->contents[0] != 7 || set->length != 1) reach_error();
  free(set);
  return 0;
}
