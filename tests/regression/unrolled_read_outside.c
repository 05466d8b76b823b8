// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Every execution without undefined behaviour ends without the error, but the last read is outside the array.
extern void reach_error(void);
int main(void) {
  int a[2] = {1, 2};
  int sum = 0;
  for (int i = 0; i <= 2; i++) {
    sum = sum + a[i];
  }
  if (sum != 3) {
    reach_error();
  }
  return 0;
}
