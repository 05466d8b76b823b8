// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Arguments are computed from the parameters of the activation that calls.
extern void reach_error(void);
int descend(int *above, int depth) {
  if (depth == 0) return *above;
  return descend(&depth, depth - 1) + *above + depth;
}
int main(void) {
  int top = 10;
  if (descend(&top, 2) == 16) reach_error();
  return 0;
}
