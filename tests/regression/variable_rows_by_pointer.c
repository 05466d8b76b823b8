// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
extern void abort(void);
extern void reach_error(void);
int main(void) {
  int n = 2, m = 3;
  int a[n][m];
  m = 2;
  int *p = a[1];
  p[2] = 4;
  if (a[1][2] == 4 && p - &a[0][0] == 3) {
    reach_error();
  }
  return 0;
}
