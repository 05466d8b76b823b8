// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A recursive function whose parameter is the first variable of all, and strings that lie in memory.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int sum(int n) {
  const char *text = __VERIFIER_nondet_int() ? "ab" : "cd";
  char first = *text;
  if (n <= 0) return first == 'a' || first == 'c' ? 0 : 1;
  int rest = sum(n - 1);
  return n + rest;
}
int main(void) {
  if (sum(2) != 3) reach_error();
  return 0;
}
