// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// A cleanup function calls the function again whose value has been computed: that value stays what it was.
#include <assert.h>
struct pair {
  int first;
  int second[2];
};
static int depth;
static int plain(int n);
static struct pair two(int n);
static void again(int *p) {
  if (depth++ < 1) plain(*p + 10);
}
static void again_two(int *p) {
  if (depth++ < 1) two(*p + 10);
}
static int plain(int n) {
  int x __attribute__((cleanup(again))) = n;
  if (n > 12) return n + 1;
  return n;
}
static struct pair two(int n) {
  int x __attribute__((cleanup(again_two))) = n;
  struct pair made = {n, {n + 1, n + 2}};
  return made;
}
static int sum(int n);
static void sum_again(int *p) {
  if (*p == 2 && depth++ < 1) sum(1);
}
static int sum(int n) {
  int x __attribute__((cleanup(sum_again))) = n;
  if (n == 0) return 0;
  return sum(n - 1) + n;
}
static int yields(int n);
static void yields_again(int *p) {
  if (depth++ < 1) yields(*p + 10);
}
static int yields(int n) {
  int got = ({
    int x __attribute__((cleanup(yields_again))) = n;
    x + 1;
  });
  return got;
}
int main(void) {
  assert(plain(3) == 3);
  depth = 0;
  struct pair got = two(4);
  assert(got.first == 4 && got.second[0] == 5 && got.second[1] == 6);
  depth = 0;
  assert(sum(2) == 3);
  depth = 0;
  assert(yields(5) == 6);
  return 0;
}
