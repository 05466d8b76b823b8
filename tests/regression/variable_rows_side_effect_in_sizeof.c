// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=fails
// The operand of sizeof is evaluated (C11 6.5.3.4p2), which is not modelled if it has side effects.
extern void reach_error(void);
int main(void) {
  int i = 0, n = 2;
  int a[n][n];
  int s = sizeof a[i++];
  if (i == 1 && s == 2 * sizeof(int)) reach_error();
  return 0;
}
