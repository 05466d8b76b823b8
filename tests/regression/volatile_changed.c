// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --volatile-arbitrary
extern void reach_error(void);
volatile int counter;
int main(void) {
  if (counter++ != 0) reach_error();
  return 0;
}
