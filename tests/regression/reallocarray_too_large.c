// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// OPTIONS: --data-model LP64
// It fails where the product overflows, and the object stays; otherwise it is a realloc.
extern void reach_error(void);
extern void *reallocarray(void *, unsigned long, unsigned long);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 5;
  int *q = reallocarray(p, 1UL << 62, 8);
  if (q || *p != 5) reach_error();
  q = reallocarray(p, 2, sizeof *p);
  if (!q) return 0;
  q[1] = 6;
  if (q[0] != 5 || q[1] != 6) reach_error();
  free(q);
  return 0;
}
