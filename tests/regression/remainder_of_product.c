// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Of the remainder of a product, only that it is less than the divisor matters.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), c = __VERIFIER_nondet_ulong();
  long n = __VERIFIER_nondet_long();
  if (n < 0 || (a >> 16) >= 65521 || (c >> 16) >= 65521) return 0;
  unsigned rest = (unsigned)(n % 65521);
  unsigned long sum = rest * (a & 0xffff) % 65521 + (a >> 16 & 0xffff) + (c >> 16 & 0xffff) + 65521 - rest;
  if (sum >= 131042) sum -= 131042;
  if (sum >= 65521) sum -= 65521;
  if ((sum << 16 | (a & 0xffff)) >> 16 >= 65521) reach_error();
  return 0;
}
