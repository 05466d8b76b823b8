// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --timeout 60
// Which bucket a key is in depends on its hash; the pointers found there are numbers on each path of a key.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct entry {
  unsigned key;
  int value;
  struct entry *next, **link;
};
static unsigned hash(unsigned key) {
  key ^= key << 13;
  key *= 0x9e3779b1u;
  key ^= key >> 15;
  return (key * 0x85ebca6bu) >> 28;
}
static struct entry *buckets[16];
static void add(struct entry *entry) {
  struct entry **bucket = &buckets[hash(entry->key)];
  entry->next = *bucket;
  entry->link = bucket;
  if (*bucket) (*bucket)->link = &entry->next;
  *bucket = entry;
}
static struct entry *find(unsigned key) {
  struct entry *entry = buckets[hash(key)];
  while (entry && entry->key != key) entry = entry->next;
  return entry;
}
static void take_out(struct entry *entry) {
  *entry->link = entry->next;
  if (entry->next) entry->next->link = entry->link;
}
int main(void) {
  const unsigned key = __VERIFIER_nondet_uint() & 3;
  struct entry *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  *first = (struct entry){key, 1, 0, 0};
  *second = (struct entry){9, 2, 0, 0};
  add(first);
  add(second);
  assert(find(key)->value == 1 && find(9)->value == 2 && !find(4));
  take_out(second);
  assert(find(key) == first && !find(9));
  free(first);
  free(second);
  return 0;
}
