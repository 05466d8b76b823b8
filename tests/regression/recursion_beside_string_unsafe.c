// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// The inner call reads the outer one's array, the outer one the string.
extern void reach_error(void);
static int f(int n, char *s) {
  char b[2] = {'y', 0};
  if (n < 1) return f(n + 1, b) + (s[0] == 'x');
  return s[0];
}
int main(void) {
  if (f(0, "x") == 'y' + 1) reach_error();
  return 0;
}
