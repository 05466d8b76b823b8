// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Thousands of steps without a choice: unrolling follows them like an interpreter.
extern void reach_error(void);
int a[3000];
int main(void) {
  for (int i = 0; i < 3000; i++) {
    a[i] = i % 7;
  }
  int sum = 0;
  for (int i = 0; i < 3000; i++) {
    sum = sum + a[i];
  }
  if (sum != 8994) {
    reach_error();
  }
  return 0;
}
