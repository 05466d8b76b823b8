// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7
// The error is reached only where the sum wraps, as with gcc -fwrapv.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int();
  if (x > 0 && x + 1 < x) {
    reach_error();
  }
  return 0;
}
