// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 5, y = 6;
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  unsigned long number = (unsigned long)p;
  int *q = (int *)number;
  *q = 9;
  if (*p != 9 || (x == 9) == (y == 9)) reach_error();
  return 0;
}
