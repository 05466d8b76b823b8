// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call
// A structure of which a part is allocated: its first member is there, and zero. That is not modelled.
#include <stdlib.h>
extern void reach_error(void);
struct pair {
  int n;
  int *p;
};

int main(void) {
  struct pair *pair = calloc(1, 4);
  if (pair->n != 0) reach_error();
  free(pair);
  return 0;
}
