// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// OPTIONS: --generalization trace
// TRACES: 4
// EXHAUSTED: yes
// RELEVANT: 13 15
// SOME: 17
// One trace for each number of rounds; the loop's body is not on the first.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  int i = 0;
  while (i < n) {
    i = i + 1;
  }
  if (i == n) reach_error();
  return 0;
}
