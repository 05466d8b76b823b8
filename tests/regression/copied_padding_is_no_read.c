// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// ASSUMES: numeric values of addresses | never return null | was stored before | no array element outside | inside of objects that exist | members of structures stay inside
// OPTIONS: --data-model LP64 --property uninitialised-read
// The bytes behind `number` are copied, to and fro, and never used: no error.
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
  for (unsigned i = 0; i < 2; i++) {
    entries[i].number = i;
    entries[i].data = &entries[i];
  }
  void *first = &entries[0];
  void *second = &entries[1];
  memcpy(kept, first, sizeof kept);
  memcpy(first, second, sizeof kept);
  memcpy(second, kept, sizeof kept);
  return (int)entries[1].number;
}
