// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property uninitialised-read
// What a suspended activation has not written is still not written when it goes on: with 2 nothing is kept.
extern int __VERIFIER_nondet_int(void);
static int count(int n) {
  int kept;
  if (n > 2) kept = n;
  if (n > 0) count(n - 1);
  return n > 1 ? kept : 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  return count(n) > 5;
}
