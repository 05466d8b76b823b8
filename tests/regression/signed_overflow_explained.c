// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// RELEVANT: 10 11
// TRACES: 1
// EXHAUSTED: yes
// Of two overflows on the way to the error, the harvest takes both for ordinary steps.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int();
  int y = x * 2;
  if (x > 0 && y < 0) {
    reach_error();
  }
  return 0;
}
