// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Two names for one object, seen only through the pointers' values.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[4];
void put(int *p, int *q) {
  *p = 1;
  *q = 2;
  if (*p == 2) reach_error();
}
int main(void) {
  unsigned i = (unsigned)__VERIFIER_nondet_int() % 4, j = (unsigned)__VERIFIER_nondet_int() % 4;
  int *p = a, *q = a;
  while (i-- > 0) p++;
  while (j-- > 0) q++;
  put(p, q);
  return 0;
}
