// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 9
// The first assignment is never read.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  x = 2;
  if (x == 2) {
    reach_error();
  }
  return 0;
}
