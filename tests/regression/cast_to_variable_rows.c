// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// The cast evaluates the length, and the name of a type keeps it.
extern void reach_error(void);
int main(void) {
  int flat[6] = {1, 2, 3, 4, 5, 6}, n = 3;
  typedef int row[n];
  row *p = flat ? (row *)flat : 0;
  int(*q)[n - 1] = (int(*)[n - 1])flat;
  n = 1;
  if (p[1][0] != 4 || q[1][0] != 3 || ((int(*)[n])flat)[4][0] != 5 || sizeof(row[2]) != sizeof flat) reach_error();
  return 0;
}
