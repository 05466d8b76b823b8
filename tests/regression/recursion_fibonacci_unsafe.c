// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
extern void reach_error(void);
int fibonacci(int n) {
  if (n < 1) {
    return 0;
  }
  if (n == 1) {
    return 1;
  }
  return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
  if (fibonacci(5) == 5) {
    reach_error();
  }
  return 0;
}
