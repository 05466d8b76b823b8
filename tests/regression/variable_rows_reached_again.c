// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// A jump back to before the declarations lets them be evaluated again, in structures and in a loop.
extern void reach_error(void);
struct pair {
  int a[2];
};
int main(void) {
  int n = 1, sum = 0;
again:;
  struct pair s[n][n + 1];
  struct pair(*p)[n + 1] = s;
  p[n - 1][n].a[1] = n;
  sum += s[n - 1][n].a[1] + (int)(sizeof *p / sizeof(int));
  if (++n < 4) goto again;
  if (sum == 6 + 2 * (2 + 3 + 4)) {
    reach_error();
  }
  return 0;
}
