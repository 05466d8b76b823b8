// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 10 11
// A limit of 2147483647 blocks every n.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int limit = 10;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 20);
  if (n > limit) {
    reach_error();
  }
  return 0;
}
