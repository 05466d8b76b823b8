// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++) {
    a[i] = i * 2;
  }
  if (a[3] != 6 || a[0] != 0) {
    reach_error();
  }
  return 0;
}
