// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64 --property valid-deref
#include <stdlib.h>
static char *text;
static char kept;
static void release(void) { free(text); }
static void keep(void) { kept = text[0]; }
int main(void) {
  text = calloc(4, 1);
  if (!text) return 1;
  atexit(keep);
  atexit(release);
  return 0;
}
