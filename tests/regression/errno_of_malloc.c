// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What does not fit into memory is refused, and errno says why.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  errno = 0;
  void *p = malloc((size_t)-1);
  assert(!p);
  assert(errno == ENOMEM);
  errno = 0;
  p = calloc((size_t)-1 / 4, 8);
  assert(!p && errno != 0);
  return 0;
}
