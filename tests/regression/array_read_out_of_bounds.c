// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The error needs a read outside the array: no counterexample of C, but no proof either, since real programs go on.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[2] = {1, 1};
  int i = __VERIFIER_nondet_int();
  if (a[i] != 1) {
    reach_error();
  }
  return 0;
}
