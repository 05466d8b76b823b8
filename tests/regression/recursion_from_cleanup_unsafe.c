// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// The cleanup function calls the function again; what the first call returns is 3 all the same.
extern void reach_error(void);
static int depth;
static int twice(int n);
static void again(int *p) {
  if (depth++ < 1) twice(*p + 10);
}
static int twice(int n) {
  int x __attribute__((cleanup(again))) = n;
  return n;
}
int main(void) {
  if (twice(3) == 3) reach_error();
  return 0;
}
