// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The block is entered twice, also by a jump over the declaration, and its variable exists each time.
extern void reach_error(void);
int *last;
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    switch (i) {
      int inner;
      case 0:
        inner = 3;
        last = &inner;
        sum += *last;
        break;
      default: {
        int innermost = 4;
        inner = 1;
        last = &innermost;
        sum += *last + inner;
        last = &inner;
        *last = 2;
        sum += inner;
      }
    }
  }
  if (sum == 10) reach_error();
  return 0;
}
