// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// Each time that control comes past the declaration there is a new array, which lives.
extern void reach_error(void);
int main(void) {
  int n = 1;
again:;
  int a[n];
  int *kept = a;
  kept[n - 1] = n;
  if (a[n - 1] != n) reach_error();
  if (n++ < 3) goto again;
  return 0;
}
