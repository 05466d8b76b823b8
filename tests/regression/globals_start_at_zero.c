// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x;
static long y;
int a[3];
int main(void) {
  if (x != 0 || y != 0 || a[2] != 0) {
    reach_error();
  }
  return 0;
}
