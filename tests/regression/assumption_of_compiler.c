// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __builtin_assume((x & 1) == x % 2);
  if ((x & 1) != x % 2) {
    reach_error();
  }
  return 0;
}
