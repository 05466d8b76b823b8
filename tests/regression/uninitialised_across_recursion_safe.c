// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property uninitialised-read
// What a suspended activation has written is still written when it goes on, whatever the calls from it leave.
extern int __VERIFIER_nondet_int(void);
static int count(int n) {
  int kept;
  if (n > 2) kept = n;
  if (n > 0) count(n - 1);
  return n > 2 ? kept : 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  return count(n) > 5;
}
