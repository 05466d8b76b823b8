// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// The same, and the member is not what it was before.
#include <assert.h>
#include <string.h>
struct record {
  char name[8];
  char type;
};
struct header {
  unsigned mode;
  char name[8];
};
static char buffer[64];

static void write_record(struct record *to, const struct header *from) {
  memset(to, 0, sizeof *to);
  strcpy(to->name, from->name);
  to->type = '0';
}

static void read_record(struct header *to, const struct record *from) {
  to->mode = (unsigned)from->type;
  strcpy(to->name, from->name);
}

int main(void) {
  struct record first;
  struct record second;
  struct header given = {0};
  struct header found;
  given.name[0] = 'n';
  write_record(&first, &given);
  memcpy(buffer, &first, sizeof first);
  memcpy(&second, buffer, sizeof second);
  read_record(&found, &second);
  assert(found.mode == '0' && found.name[0] != 'n');
  return 0;
}
