// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property valid-deref
// EXPECT: FALSE
// Behind the last row of an array whose rows have the length that the program computes.
int main(void) {
  int n = 3;
  int a[2][n];
  a[2][0] = 1;
  return 0;
}
