// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int x, y;
};
int main(void) {
  struct pair a = {1, 2}, b = {3, 4};
  int k = __VERIFIER_nondet_int();
  if ((k ? a : b).y == 4) reach_error();
  return 0;
}
