// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 5
// The variable belongs to an activation that has ended.
extern void reach_error(void);
int *kept;
void descend(int depth) {
  int here = depth;
  if (depth == 1) kept = &here;
  if (depth > 0) descend(depth - 1);
}
int main(void) {
  descend(2);
  if (*kept == 1) reach_error();
  return 0;
}
