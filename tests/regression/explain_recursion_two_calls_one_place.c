// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// OPTIONS: --generalization trace
// TRACES: 2
// EXHAUSTED: yes
// Both recursive calls go on at one place; the errors come after the first and after the second of them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int visits;
void visit(int n) {
  visits++;
  if (n <= 0) return;
  if (n % 2)
    visit(n - 1);
  else
    visit(n - 2);
  if (visits < 0) visits = 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  visit(n);
  if (n == 4) reach_error();
  if (n == 1) reach_error();
  return 0;
}
