// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Every execution to the error reads a variable of a block that was left.
extern void reach_error(void);
int *outer;
int main(void) {
  {
    int inner = 7;
    outer = &inner;
  }
  if (*outer == 7) reach_error();
  return 0;
}
