// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --timeout 60
// A conversion that loses bits is no copy: what bounds the copy does not bound the input.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char low = (unsigned char)x;
  __VERIFIER_assume(low >= 1 && low <= 5);
  if (x == 259) reach_error();
  return 0;
}
