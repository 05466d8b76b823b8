// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property valid-deref
// EXPECT: FALSE
// A row that is passed on ends where the parameter's type says.
extern int __VERIFIER_nondet_int(void);
int element(int m, int (*a)[m], int j) {
  return a[0][j];
}
int main(void) {
  int m = __VERIFIER_nondet_int();
  if (m < 1 || m > 2) return 0;
  int a[2][m];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < m; j++) a[i][j] = i;
  return element(m, a, m == 1 ? 1 : 0);
}
