// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int largest(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int result = 0;
  for (int i = 0; i < count; i++) {
    int next = va_arg(arguments, int);
    if (next > result) {
      result = next;
    }
  }
  va_end(arguments);
  return result;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (largest(3, 1, x, 2) < x || largest(2, x, 5) == 6) {
    reach_error();
  }
  return 0;
}
