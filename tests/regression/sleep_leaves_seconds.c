// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// ASSUMES: 'sleep' returns
// compilers: gcc=passes clang=passes
// What sleep has left is at most what it was asked for (POSIX).
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  unsigned seconds = 0;
  if (sleep(seconds) > seconds) reach_error();
  return 0;
}
