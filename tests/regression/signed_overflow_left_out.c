// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --signed-overflow undefined
// Only an overflow could reach the error; it is undefined behaviour.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x + 1 < x) {
    reach_error();
  }
  return 0;
}
