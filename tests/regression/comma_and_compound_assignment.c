// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  int y = (x += 2, x * 3);
  x <<= 2;
  y %= 4;
  if (x != 12 || y != 1) {
    reach_error();
  }
  return 0;
}
