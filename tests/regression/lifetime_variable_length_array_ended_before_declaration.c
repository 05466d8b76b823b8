// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Its life has ended at the jump, not only where it is declared again.
extern void reach_error(void);
int main(void) {
  int n = 1, *kept = &n;
again:
  if (n == 2) {
    if (*kept == 7) reach_error();
    return 0;
  }
  int a[n];
  a[0] = 7;
  kept = a;
  n = 2;
  goto again;
}
