// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 8 10
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {0, 0, 0};
  int i = 1;
  a[0] = 4;
  a[i] = 9;
  if (a[1] == 9) {
    reach_error();
  }
  return 0;
}
