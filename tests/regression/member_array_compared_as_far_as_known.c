// Sizes that come from a call are compared with the array's, too.
// OPTIONS: --property valid-deref
// EXPECT: FALSE
#include <stdlib.h>
#include <string.h>

struct entry {
  char key[4];
  int hash;
  char value[4];
  int used;
};

int main(void) {
  struct entry *entry = calloc(1, sizeof *entry);
  const char *name = "entries";
  memcpy(entry->key, name, strlen(name) + 1);
  return entry->hash;
}
