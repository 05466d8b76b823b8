// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The access traps, so nothing after it happens.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 2;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  if (__VERIFIER_nondet_int()) p = p ? &y : 0;
  int before = *p;
  if (p == 0 || before == 0) reach_error();
  return 0;
}
