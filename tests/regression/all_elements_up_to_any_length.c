// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --timeout 60
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100000];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
  int most = 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    if (a[i] > most) most = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] > most) reach_error();
  return 0;
}
