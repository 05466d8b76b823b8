// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A pointer into an array leads to all of it.
extern int fill(char *buffer, int length);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[3] = {1, 2, 3}, b[2] = {5, 6};
  int k = __VERIFIER_nondet_int();
  char *p = k == 0 ? a : b + 1;
  fill(p, 1);
  if (k == 1 && b[0] == 9 && a[0] == 1) reach_error();
  return 0;
}
