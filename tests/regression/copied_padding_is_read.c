// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64 --property uninitialised-read
// One of the copied bytes is used, which nobody wrote.
#include <stdlib.h>
#include <string.h>
struct entry {
  unsigned number;
  void *data;
};
int main(void) {
  struct entry *entries = malloc(2 * sizeof *entries);
  unsigned char kept[sizeof *entries];
  if (!entries) return 0;
  entries[1].number = 1;
  entries[1].data = entries;
  kept[0] = 1;
  void *second = &entries[1];
  memcpy(second, kept, sizeof kept);
  return ((unsigned char *)second)[5];
}
