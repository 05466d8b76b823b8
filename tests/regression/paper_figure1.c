// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 11
// Figure 1 of "Static fault localization for simple bugs", with an arbitrary value for malloc.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int p1, p2, i;
  p1 = 0;
  p2 = 0;
  i = 1;
  while (i < 10) {
    if (i == 0) {
      p1 = __VERIFIER_nondet_int();
      p2 = __VERIFIER_nondet_int();
    }
    if (p1 == 0 || p2 == 0) {
      reach_error();
    }
    i = i + 1;
  }
  return 0;
}
