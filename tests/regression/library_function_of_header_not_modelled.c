// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
// strverscmp has no model here, and what it returns is not any number.
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) {
  if (strverscmp("a2", "a10") >= 0) reach_error();
  return 0;
}
