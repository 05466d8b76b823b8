// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property valid-deref
// EXPECT: UNKNOWN
// Rows whose length is known only when the program runs are not modelled: nothing is said of accesses behind them.
int main(void) {
  int n = 3;
  int a[2][n];
  a[2][0] = 1;
  return 0;
}
