// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7 8 12 15 16
extern void reach_error(void);
int is_odd(int n);
int is_even(int n) {
  if (n == 0) return 1;
  return is_odd(n - 1);
}
int is_odd(int n) {
  if (n == 0) return 0;
  return is_even(n - 1);
}
int main(void) {
  int n = 2;
  if (is_even(n)) {
    reach_error();
  }
  return 0;
}
