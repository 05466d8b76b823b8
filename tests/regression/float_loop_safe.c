// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
int main(void) {
  float sum = 0;
  for (int i = 0; i < 2; i++) {
    sum += 0.1f;
  }
  if (sum != 0.2f) {
    reach_error();
  }
  return 0;
}
