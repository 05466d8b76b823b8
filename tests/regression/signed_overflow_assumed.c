// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --signed-overflow undefined
// Without overflow the error cannot be reached; with it, after more steps than anybody can follow: an assumption.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    x = x + 1;
  }
  if (x < 0) {
    reach_error();
  }
  return 0;
}
