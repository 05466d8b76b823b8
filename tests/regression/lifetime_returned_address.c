// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Every execution to the error reads a variable of a call that has ended.
extern void reach_error(void);
int *keep(int value) {
  int kept = value;
  return &kept;
}
int main(void) {
  int *p = keep(5);
  if (*p == 5) reach_error();
  return 0;
}
