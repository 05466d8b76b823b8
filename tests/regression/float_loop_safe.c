// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
int main(void) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += 0.1;
  }
  if (sum == 0.3 || sum < 0.3) {
    reach_error();
  }
  return 0;
}
