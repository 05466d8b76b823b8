// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --signed-overflow undefined
// Addition by recursion, with a global variable that counts the activations.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int calls = 0;
int add(int m, int n) {
  calls++;
  if (n <= 0) {
    return m;
  }
  return add(m + 1, n - 1);
}
int main(void) {
  int m = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int();
  if (m < 0 || m > 10000 || n < 0 || n > 10000) {
    return 0;
  }
  if (add(m, n) != m + n || calls < 1) {
    reach_error();
  }
  return 0;
}
