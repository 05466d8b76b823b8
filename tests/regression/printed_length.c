// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --data-model LP64
// EXPECT: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  const char *name = "abc";
  int length = printf("%s=%d\n", name, 42);
  if (length >= 0 && length != 7) reach_error();
  if (printf("%5s", name) > 5) reach_error();
  return 0;
}
