// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// The string lies in memory beside an array of each activation; the innermost call returns to an n of 0.
extern void reach_error(void);
static int f(int n, char *s) {
  char b[2];
  if (n < 1) {
    f(n + 1, b);
    if (n != 0) reach_error();
    return 1;
  }
  return s[0];
}
int main(void) {
  f(0, "x");
  return 0;
}
