// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 10
// A jump to the address of a label ends its life likewise.
extern void reach_error(void);
int main(void) {
  int n = 1, *kept = &n;
  void *target = &&again;
again:
  if (n == 2) {
    if (*kept == 7) reach_error();
    return 0;
  }
  int a[n];
  a[0] = 7;
  kept = a;
  n = 2;
  goto *target;
}
