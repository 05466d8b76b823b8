// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --entry start
// Arbitrary arguments and globals.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g = 3;
int start(int x) {
  if (x == 17 && g == 18) {
    reach_error();
  }
  return 0;
}
int main(void) { return 0; }
