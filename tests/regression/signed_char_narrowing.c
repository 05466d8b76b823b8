// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 200;
  signed char c = (signed char)n;
  if (c != -56) {
    reach_error();
  }
  return 0;
}
