// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property valid-free
// What such a function returns may be freed.
#include <stdlib.h>
extern char *copy_of(const char *text);

int main(void) {
  char *text = copy_of("a");
  free(text);
  return 0;
}
