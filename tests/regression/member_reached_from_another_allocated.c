// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --property valid-deref
#include <assert.h>
#include <stdlib.h>
struct pair { int x[2]; int y[2]; };
int main(void) {
  struct pair *p = malloc(sizeof *p);
  p->y[0] = 2;
  int *v = p->x;
  for (int i = 0; i < 3; i++) v[i] = 0;
  assert(p->y[0] == 2);
  free(p);
  return 0;
}
