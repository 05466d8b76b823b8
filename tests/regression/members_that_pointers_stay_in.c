// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-deref
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct item { short id; char name[6]; struct { int low, high; } range[2]; };
static int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
struct block { int head; int cells[4]; int tail; };
int main(void) {
  struct item some[3];
  for (int i = 0; i < 3; i++) {
    some[i].id = 1;
    strcpy(some[i].name, "abc");
  }
  assert(strlen(some[2].name) == 3);
  assert(some[1].id == 1);
  struct block *b = calloc(2, sizeof *b);
  int *p = b[1].cells;
  for (int i = 0; i < 4; i++) *p++ = i;
  assert(sum(b[1].cells, 4) == 6);
  assert(b[1].tail == 0 && b[1].head == 0);
  int *q = &b[0].head;
  assert(sum(q, 1) == 0);
  free(b);
  return 0;
}
