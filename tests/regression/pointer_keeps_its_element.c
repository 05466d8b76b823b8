// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
struct Pair {
  int x;
  int y;
};
void set(int *p, int *q) {
  *p = 5;
  *q = 6;
}
int main(void) {
  struct Pair a[2] = {{1, 2}, {3, 4}};
  int m[2][2] = {{1, 2}, {3, 4}};
  int i = 0;
  int *p = &a[i].x;
  int *row = m[i];
  i = 1;
  *p = 7;
  row[1] = 8;
  if (a[0].x != 7 || a[1].x != 3 || m[0][1] != 8 || m[1][1] != 4) {
    reach_error();
  }
  int j = 0;
  set(&a[i].y, &a[j].y);
  if (a[0].y != 6 || a[1].y != 5) {
    reach_error();
  }
  return 0;
}
