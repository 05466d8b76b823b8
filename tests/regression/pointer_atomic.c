// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A pointer of atomic type, and one that is the value of a labelled statement.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x = 1, y = 2;
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *_Atomic p = &x;
  if (n > 2) p = &y;
  int *q = ({
    int *kept = p;
  last:
    kept;
  });
  *p = 7;
  *q = *q + 1;
  if (y == 8) reach_error();
  return 0;
}
