// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
extern void reach_error(void);
int main(void) {
  int n = 1;
  int a[n++];
  a[0] = 3;
  if (n != 2 || a[0] != 3 || sizeof a != sizeof(int)) reach_error();
  return 0;
}
