// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Activations that exist at the same time have different variables.
extern void reach_error(void);
int same(int depth, int *previous) {
  int here;
  if (previous == &here) return 1;
  return depth == 0 ? 0 : same(depth - 1, &here);
}
int main(void) {
  if (same(3, 0)) reach_error();
  return 0;
}
