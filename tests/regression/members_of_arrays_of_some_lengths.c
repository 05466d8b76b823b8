// A pointer that stays in one member's bytes, of an object, an array of two, or of any number of such.
// OPTIONS: --property valid-deref
// EXPECT: TRUE
#include <stdlib.h>

struct pair {
  int first[2], second;
};

extern unsigned char __VERIFIER_nondet_uchar(void);

static void use(struct pair *pairs, int i) {
  int *p = pairs[i].first;
  p++;
  *p = 7;
}

int main(void) {
  int n = __VERIFIER_nondet_uchar() + 2;
  struct pair pairs[n];
  struct pair *one = malloc(sizeof *one);
  struct pair *two = malloc(2 * sizeof *two);
  use(pairs, 1);
  use(one, 0);
  use(two, 1);
  return 0;
}
