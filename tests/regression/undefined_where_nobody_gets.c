// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Divisions that are not evaluated, or that are defined, stop nobody.
extern void reach_error(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), zero = x & 0;
  (void)(zero && x / zero);
  (void)sizeof(x / zero);
  (void)(zero ? x % zero : 0);
  (void)(x / 2);
  reach_error(10 / (zero + 1));
  return 0;
}
