// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// OPTIONS: --data-model LP64
// Builtins of allocation are the functions of their names.
extern void reach_error(void);
int main(void) {
  int *p = __builtin_malloc(sizeof *p);
  if (!p) return 0;
  *p = 3;
  int *q = __builtin_realloc(p, 2 * sizeof *p);
  if (!q) {
    __builtin_free(p);
    return 0;
  }
  q[1] = 4;
  if (q[0] != 3 || q[1] != 4) reach_error();
  __builtin_free(q);
  return 0;
}
