// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64
// sizeof (struct message) is 16, and its array begins at 9: memset clears its first seven elements.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
struct message {
  long number;
  char kind;
  char text[];
};
int main(void) {
  struct message *m = malloc(offsetof(struct message, text) + 12);
  for (int i = 0; i < 12; i++) m->text[i] = 9;
  memset(m, 0, sizeof *m);
  if (m->text[6] == 0 && m->text[7] == 9) reach_error();
  return 0;
}
