// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = -7;
  int b = 2;
  if (a / b != -3 || a % b != -1) {
    reach_error();
  }
  return 0;
}
