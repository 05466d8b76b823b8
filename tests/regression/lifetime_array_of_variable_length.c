// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int sum(const int *from, int count) {
  int result = 0;
  while (count-- > 0) result += *from++;
  return result;
}
int main(void) {
  int total = 0;
  for (int n = 2; n < 4; n++) {
    int values[n];
    for (int i = 0; i < n; i++) values[i] = n;
    total += sum(values, n);
  }
  if (total == 13) reach_error();
  return 0;
}
