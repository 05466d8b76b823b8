// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The usual arithmetic conversions turn -1 into 4294967295.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int minus = -1;
  unsigned int one = 1u;
  if (minus > one) {
    reach_error();
  }
  return 0;
}
