// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model ILP32
extern void reach_error(void);
static int second(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  list += 4;
  return __builtin_va_arg(list, int);
}
int main(void) {
  if (second(2, 5, 6) != 6) reach_error();
  return 0;
}
