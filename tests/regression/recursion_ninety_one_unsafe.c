// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int ninety_one(int x) {
  if (x > 100) {
    return x - 10;
  }
  return ninety_one(ninety_one(x + 11));
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 97 && ninety_one(x) != 91) {
    reach_error();
  }
  return 0;
}
