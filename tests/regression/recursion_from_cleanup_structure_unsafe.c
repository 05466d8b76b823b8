// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
extern void reach_error(void);
struct pair {
  int first, second;
};
static int depth;
static struct pair twice(int n);
static void again(int *p) {
  if (depth++ < 1) twice(*p + 10);
}
static struct pair twice(int n) {
  int x __attribute__((cleanup(again))) = n;
  return (struct pair){n, n + 1};
}
int main(void) {
  struct pair got = twice(3);
  if (got.first == 3 && got.second == 4) reach_error();
  return 0;
}
