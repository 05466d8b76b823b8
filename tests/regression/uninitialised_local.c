// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 8 9
// An uninitialised variable may have any value.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  int y = x;
  if (y == 42) {
    reach_error();
  }
  return 0;
}
