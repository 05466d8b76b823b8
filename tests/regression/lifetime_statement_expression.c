// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The value of a statement expression is read while its variables exist.
extern void reach_error(void);
int *last;
struct pair {
  int first, second;
};
int main(void) {
  int value = ({
    int inner = 4;
    last = &inner;
    *last += 1;
    inner;
  });
  struct pair both = ({
    struct pair inner = {2, 3};
    last = &inner.second;
    *last += 1;
    inner;
  });
  if (value + both.first + both.second == 11) reach_error();
  return 0;
}
