// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --timeout 60
extern void reach_error(void);
int main(void) {
  int entered[150000], stored[150000];
  int differ = 0;
  for (int i = 0; i < 150000; i++)
    if (entered[i] != stored[i]) differ = 1;
  if (differ) return 0;
  for (int i = 0; i < 150000; i++)
    if (entered[i] != stored[i]) reach_error();
  return 0;
}
