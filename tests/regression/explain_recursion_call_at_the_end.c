// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// TRACES: 1-20
// Nothing comes after the recursive call: it goes on at the function's exit.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void down(int n) {
  if (n > 0)
    down(n - 1);
  else if (n == -5)
    reach_error();
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 4) return 0;
  down(n);
  if (n == 3) reach_error();
  return 0;
}
