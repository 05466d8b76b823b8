// Safe; needs the compiler's own headers.
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  size_t length = sizeof(ptrdiff_t);
  bool long_enough = length >= sizeof(int);
  if (!long_enough || __VERIFIER_nondet_int() > 2147483647L) reach_error();
  return 0;
}
