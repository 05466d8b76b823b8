// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Without overflow no execution gets as far as the error; with it all do.
extern void reach_error(void);
int main(void) {
  int x = 2000000000;
  for (int i = 0; i < 3; i++) {
    x = x + 100000000;
  }
  if (x < 0) {
    reach_error();
  }
  return 0;
}
