// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Memory orders are operands like any other.
extern void reach_error(void);
int main(void) {
  int n = 0, x = 1;
  int y = __atomic_load_n(&x, n++);
  if (n == 1 && y == 1) reach_error();
  return 0;
}
