// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Each activation sorts through an array of its own.
extern void reach_error(void);
int fill(int *into, int depth) {
  int own[3];
  for (int *p = own; p < own + 3; p++) *p = depth;
  if (depth > 0) fill(own + 1, depth - 1);
  *into = own[0] * 100 + own[1] * 10 + own[2];
  return 0;
}
int main(void) {
  int result;
  fill(&result, 1);
  if (result == 101) reach_error();
  return 0;
}
