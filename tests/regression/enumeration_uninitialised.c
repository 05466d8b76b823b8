// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --timeout 60
// The last element has no value for n == 4: then the sum is arbitrary, however few inputs there are.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  signed char values[5];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 4);
  for (int i = 0; i < n; i++) values[i] = (signed char)(i * n);
  int last = n == 4 ? n : n - 1;
  if (values[last] == 77) reach_error();
  return 0;
}
