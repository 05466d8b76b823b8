// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// The function called has another type than the pointer: undefined, and gcc's program computes what it likes.
extern void reach_error(void);

static int wide(long long x) { return x > 0; }

int main(void) {
  int (*handler)(int) = (int (*)(int))wide;
  if (handler(1)) {
    reach_error();
  }
  return 0;
}
