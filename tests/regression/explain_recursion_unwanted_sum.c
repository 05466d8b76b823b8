// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// OPTIONS: --check-danger-automata
// TRACES: 1
// EXHAUSTED: yes
// One argument gives the value that is not wanted; the other depths have to be refuted.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int sum(int n) {
  if (n <= 0) {
    return 0;
  }
  return n + sum(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 6 && sum(n) == 3) {
    reach_error();
  }
  return 0;
}
