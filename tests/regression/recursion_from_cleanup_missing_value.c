// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// The call inside the cleanup function ends without a value, which nothing uses; the call outside of it has one.
extern void reach_error(void);
static int depth;
static int some(int n);
static void again(int *p) {
  if (depth++ < 1) some(*p + 10);
}
static int some(int n) {
  int x __attribute__((cleanup(again))) = n;
  if (n < 10) return n;
}
int main(void) {
  if (some(3) == 3) reach_error();
  return 0;
}
