// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// error and error_at_line of <error.h> end the program unless the status is 0.
#include <assert.h>
#include <error.h>
#include <errno.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  const int status = __VERIFIER_nondet_int();
  const int number = __VERIFIER_nondet_int();
  if (number < 0) error(1, errno, "%d is too small", number);
  assert(number >= 0);
  error_at_line(status, 0, "file", 3, "status %d", status);
  assert(status == 0);
  return 0;
}
