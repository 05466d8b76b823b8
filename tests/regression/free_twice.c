// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// What was not allocated, or is freed already, must not be freed.
extern void *malloc(__SIZE_TYPE__ size);
extern void free(void *object);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  if (__VERIFIER_nondet_int() == 3) {
    free(p);
    reach_error();
  }
  return 0;
}
