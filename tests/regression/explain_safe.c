// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// COMMAND: explain
// Nothing to explain.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 5) reach_error();
  return 0;
}
