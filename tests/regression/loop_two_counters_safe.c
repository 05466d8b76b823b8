// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  int x = 0;
  if (n < 0) {
    return 0;
  }
  while (i < n) {
    i = i + 1;
    x = x + 1;
  }
  if (x != n) {
    reach_error();
  }
  return 0;
}
