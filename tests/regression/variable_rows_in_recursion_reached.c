// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Each activation has lengths and rows of its own.
extern void reach_error(void);
int deep(int n) {
  int a[n][n + 1];
  a[n - 1][n] = n;
  int r = n > 1 ? deep(n - 1) : 0;
  return r + a[n - 1][n] + (int)(sizeof a[0] / sizeof(int));
}
int main(void) {
  if (deep(3) == 15) reach_error();
  return 0;
}
