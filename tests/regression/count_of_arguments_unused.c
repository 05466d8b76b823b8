// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property unreach-call --property valid-deref
// RELEVANT: 8 11
// The count of the program's arguments has no part in an error of a program that uses neither it nor them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int numbers[4];
int main(int argc, char **argv) {
  int *p = numbers;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3) return 0;
  if (p[n] == n - 2) reach_error();
  return 0;
}
