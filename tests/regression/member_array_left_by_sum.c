// `*(p->array + i)` names the array as `p->array[i]` does.
// OPTIONS: --property valid-deref
// EXPECT: FALSE
#include <stdlib.h>

struct ring {
  int cells[4];
  int next;
};

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  struct ring *ring = malloc(sizeof *ring);
  unsigned i = __VERIFIER_nondet_uint();
  if (i <= 4) *(ring->cells + i) = 1;
  return 0;
}
