// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref --data-model LP64
// One structure is there, and two are written.
#include <stdio.h>
#include <string.h>
struct header {
  char magic[4];
  int size;
};
int main(void) {
  struct header header;
  memset(&header, 0, sizeof header);
  return fwrite(&header, sizeof header, 2, stdout) != 2;
}
