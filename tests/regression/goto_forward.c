// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  goto skip;
  x = 1;
skip:
  if (x == 0) {
    reach_error();
  }
  return 0;
}
