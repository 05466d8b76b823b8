// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Any pointer may lead to an object of the program's, too. That is not modelled, and nothing is proved.
extern void reach_error(void);
extern int *__VERIFIER_nondet_pointer(void);
int main(void) {
  int x = 0;
  int *p = __VERIFIER_nondet_pointer();
  if (p == &x) {
    *p = 1;
    if (x == 1) reach_error();
  }
  return 0;
}
