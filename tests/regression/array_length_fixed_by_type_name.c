// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// The length is that of the type's name, evaluated before n changes (C11 6.7.8p3).
extern void reach_error(void);
int main(void) {
  int n = 10;
  typedef int Numbers[n];
  n = 5;
  Numbers numbers;
  numbers[7] = 3;
  if (numbers[7] == 3 && sizeof numbers == 10 * sizeof(int)) {
    reach_error();
  }
  return 0;
}
