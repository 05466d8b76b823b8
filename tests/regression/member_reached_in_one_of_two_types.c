// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --property valid-deref
// The pointer may lead into either structure; in one of them it is led to another member.
#include <assert.h>
#include <stdlib.h>
struct pair { int first, second; };
struct point { int x, y; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct pair *pair = calloc(1, sizeof *pair);
  struct point *point = calloc(1, sizeof *point);
  int *p = __VERIFIER_nondet_int() ? &pair->first : &point->y;
  if (p == &pair->first) p++;
  *p = 7;
  assert(pair->second == 0);
  free(pair);
  free(point);
  return 0;
}
