// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The lengths are those of the declaration, whatever becomes of what they were computed from (C11 6.7.6.2p5).
extern void reach_error(void);
int main(void) {
  int n = 2, m = 3;
  int a[n][m];
  n = 5;
  m = 1;
  a[1][2] = 4;
  a[1][0] = 1;
  if (sizeof a != 6 * sizeof(int) || sizeof a[0] != 3 * sizeof(int) || a[1][2] != 4) reach_error();
  return 0;
}
