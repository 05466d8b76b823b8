// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The lengths of a parameter are evaluated when the function is entered (C11 6.9.1p10).
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int last(int n, int m, int a[n][m]) {
  m = 1;
  return a[n - 1][sizeof *a / sizeof **a - 1];
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  int a[n][2];
  for (int i = 0; i < n; i++) {
    a[i][0] = 7;
    a[i][1] = i;
  }
  if (last(n, 2, a) != n - 1) reach_error();
  return 0;
}
