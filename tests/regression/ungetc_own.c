// SPDX-License-Identifier: Apache-2.0
// The program's own functions of these names.
// EXPECT: TRUE
#include <assert.h>
static int kept = -1;
int ungetc(int c, void *stream) { return kept = c; }
int getchar(void) { return kept; }
int main(void) {
  ungetc(300, 0);
  assert(getchar() == 300);
  return 0;
}
