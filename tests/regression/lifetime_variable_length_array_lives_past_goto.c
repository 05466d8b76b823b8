// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// Jumps inside of the array's scope do not end its life.
extern void reach_error(void);
int main(void) {
  int n = 2;
  int a[n];
  a[0] = 7;
  int *kept = a;
again:
  if (n == 1 && *kept == 7) reach_error();
  if (n-- > 0) goto again;
  return 0;
}
