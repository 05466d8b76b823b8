// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
int main(void) {
  int a[3] = {0, 10, 20};
  int sum = (a[a[0]] += 2);
  if (sum != 2 || a[0] != 2) {
    reach_error();
  }
  a[0] = 0;
  int next = ++a[a[0]];
  if (next != 1 || a[0] != 1) {
    reach_error();
  }
  return 0;
}
