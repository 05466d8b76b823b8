// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// OPTIONS: --check-danger-automata
// TRACES: 1-6
// EXHAUSTED: yes
// McCarthy's function, one step short: calls with 100 give 90.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int ninety_one(int x) {
  if (x > 99) {
    return x - 10;
  }
  return ninety_one(ninety_one(x + 11));
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 95 && x < 102 && ninety_one(x) != 91) {
    reach_error();
  }
  return 0;
}
