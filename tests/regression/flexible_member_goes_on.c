// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-deref
#include <assert.h>
#include <stdlib.h>
struct text { int length; char at[]; };
struct old { int length; char at[1]; };
int main(void) {
  struct text *t = malloc(sizeof *t + 4);
  struct old *o = malloc(sizeof *o + 4);
  char *p = t->at, *q = o->at;
  for (int i = 0; i < 4; i++) p[i] = q[i] = 'a';
  assert(p[3] == 'a' && q[3] == 'a');
  free(t);
  free(o);
  return 0;
}
