// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --timeout 60
// One pair of 2500 is coprime, sums to 97 and has this product: 48 and 49.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int gcd(int a, int b) {
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 1 || a > 50) return 0;
  int b = __VERIFIER_nondet_int();
  if (b < a || b > 50) return 0;
  if (gcd(a, b) == 1 && a + b == 97 && a * b == 2352) reach_error();
  return 0;
}
