// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Each activation has a variable of its own, and a pointer leads to one of them.
extern void reach_error(void);
int *outer;
int f(int n) {
  int x = n;
  if (n == 2) outer = &x;
  if (n > 0) f(n - 1);
  return x + *outer;
}
int main(void) {
  if (f(2) != 4) reach_error();
  return 0;
}
