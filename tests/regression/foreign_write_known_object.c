// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void measure(int *width, int *height);
extern void reach_error(void);
int main(void) {
  int width = 1, height = 2, depth = 3;
  measure(&width, &height);
  if (width == 30 && height == 40 && depth == 3) reach_error();
  return 0;
}
