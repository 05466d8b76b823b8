// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 20
// Which arguments a list has depends on the way here.
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int choose(va_list list, int own, ...) {
  va_list chosen;
  if (own)
    va_start(chosen, own);
  else
    va_copy(chosen, list);
  const int first = va_arg(chosen, int);
  va_end(chosen);
  return first;
}
static int outer(int own, ...) {
  va_list list;
  va_start(list, own);
  const int first = choose(list, own, 1);
  va_end(list);
  return first;
}
int main(void) {
  const int own = __VERIFIER_nondet_int();
  assert(outer(own, 2) == (own ? 1 : 2));
  return 0;
}
