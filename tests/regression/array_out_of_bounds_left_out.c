// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Executions that leave the array have undefined behaviour.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[2] = {1, 1};
  int i = __VERIFIER_nondet_int();
  if (a[i] != 1) {
    reach_error();
  }
  return 0;
}
