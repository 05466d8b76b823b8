// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 5
extern void reach_error(void);
int *kept;
int main(void) {
  for (int n = 2; n < 4; n++) {
    int values[n];
    kept = values;
    kept[1] = n;
  }
  if (kept[1] == 3) reach_error();
  return 0;
}
