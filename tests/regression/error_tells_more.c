// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --timeout 10
// What a program tells error by its variables is not modelled: the function is called before the end.
#include <error.h>
extern void reach_error(void);
static void name(void) { reach_error(); }
int main(void) {
  error_print_progname = name;
  error(1, 0, "text");
  return 0;
}
