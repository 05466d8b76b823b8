// A structure alone, and one in an array within another structure: where a pointer leads is known of both.
// OPTIONS: --property valid-deref
// EXPECT: TRUE
#include <stdlib.h>

struct pair {
  int a, b;
};
struct table {
  struct pair pairs[4];
};
extern int __VERIFIER_nondet_int(void);

static void put(int *p, int i) { p[i] = 1; }

int main(void) {
  struct pair *one = calloc(1, sizeof *one);
  struct table *table = calloc(1, sizeof *table);
  struct pair *which = __VERIFIER_nondet_int() ? one : &table->pairs[3];
  put(&which->a, 0);
  put(&which->b, 0);
  return which->a;
}
