// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// OPTIONS: --max-traces 1
// TRACES: 1
// EXHAUSTED: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) {
    if (x > 10) x = 3;
    reach_error();
  }
  return 0;
}
