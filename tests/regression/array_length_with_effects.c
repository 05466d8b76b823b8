// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Only the outermost length of a local array is evaluated.
extern void reach_error(void);
static int length(int n, int a[n++]) { return n; }
int main(void) {
  int a[4];
  if (length(1, a) == 2) reach_error();
  return 0;
}
