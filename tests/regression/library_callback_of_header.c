// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=fails
#define _GNU_SOURCE
#include <assert.h>
#include <ftw.h>
static int visit(const char *path, const struct stat *status, int flag) {
  assert(0);
  return 0;
}
int main(void) {
  ftw("/tmp", visit, 5);
  return 0;
}
