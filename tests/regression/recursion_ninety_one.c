// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// McCarthy's function gives 91 for every argument up to 101.
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
  int result = ninety_one(x);
  if (x <= 101 && result != 91) {
    reach_error();
  }
  return 0;
}
