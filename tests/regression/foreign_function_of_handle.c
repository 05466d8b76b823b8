// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What a handle leads to is nobody's business here: its size is not needed to say that all accesses are valid.
#include <assert.h>
#include <string.h>
struct table;
struct row {
  int id;
  char name[16];
  struct row *next;
};
extern struct table *open_table(const char *path);
extern int next_row(struct table *table, struct row *row);
extern void close_table(struct table *table);
extern void report(int level, const char *format, ...);

static int count(const char *path) {
  struct table *table = open_table(path);
  struct row row;
  int n = 0;
  if (!table) {
    report(1, "cannot open %s", path);
    return -1;
  }
  memset(&row, 0, sizeof row);
  while (n < 3 && next_row(table, &row) == 0) {
    row.name[15] = 0;
    if (strlen(row.name) > 15) return -5;
    ++n;
  }
  close_table(table);
  return n;
}

int main(void) {
  int n = count("rows");
  assert(n >= -1 && n <= 3);
  return 0;
}
