// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property uninitialised-read --property valid-deref --property unreach-call
// Sorting moves structures byte by byte, also the bytes between their members, which nobody has to write.
#include <assert.h>
#include <stdlib.h>
struct entry {
  int key;
  const char *name;
};
static int by_key(const void *a, const void *b) {
  const struct entry *first = a, *second = b;
  return (first->key > second->key) - (first->key < second->key);
}
int main(void) {
  struct entry entries[2];
  entries[0].key = 17;
  entries[0].name = "late";
  entries[1].key = 3;
  entries[1].name = "early";
  qsort(entries, 2, sizeof entries[0], by_key);
  assert(entries[0].key == 3 && entries[0].name[0] == 'e');
  return 0;
}
