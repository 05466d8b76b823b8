// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
extern void reach_error(void);
int main(void) {
  int n = 1;
  typedef int row[n++];
  if (n == 2) reach_error();
  return 0;
}
