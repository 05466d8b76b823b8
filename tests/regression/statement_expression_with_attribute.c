// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// An attribute of the last statement leaves it its value.
extern void reach_error(void);
static int three(void) { return 3; }
int main(void) {
  int x = ({ [[clang::nomerge]] three(); });
  if (x == 3) reach_error();
  return 0;
}
