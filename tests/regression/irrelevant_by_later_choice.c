// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 9
// Whatever x is, y may be the same.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 7;
  int y = __VERIFIER_nondet_int();
  if (x == y) {
    reach_error();
  }
  return 0;
}
