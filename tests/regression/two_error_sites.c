// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The first call of reach_error is dead.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) {
    if (x < 5) {
      reach_error();
    }
  }
  if (x == 3) {
    reach_error();
  }
  return 0;
}
