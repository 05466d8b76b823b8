// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The error is reached with a variable that exists no more, but also with one that does.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int outer = 7;
  int *p = &outer;
  int choice = __VERIFIER_nondet_int();
  if (choice > 0) {
    int inner = 7;
    p = &inner;
    if (choice > 5) p = &outer;
  }
  if (choice > 3 && *p == 7) reach_error();
  return 0;
}
