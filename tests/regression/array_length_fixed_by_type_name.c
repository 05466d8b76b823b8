// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
extern void reach_error(void);
int main(void) {
  int n = 10;
  typedef int Numbers[n];
  n = 5;
  Numbers numbers;
  numbers[7] = 3;
  if (numbers[7] == 3) {
    reach_error();
  }
  return 0;
}
