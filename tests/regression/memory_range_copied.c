// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// As many bytes as the input says, between offsets of arrays in memory, and overlapping.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
struct text {
  unsigned length;
  char data[4];
};
static void append(struct text *to, const char *from, size_t count) {
  if (to->length + count > sizeof to->data) return;
  memcpy(to->data + to->length, from, count);
  to->length += count;
}
int main(void) {
  char *source = malloc(4);
  if (!source) return 0;
  for (int i = 0; i < 4; i++) source[i] = __VERIFIER_nondet_char();
  unsigned count = __VERIFIER_nondet_uint() % 3;
  struct text t = {1, "a"};
  append(&t, source + 1, count);
  if (t.length != 1 + count || t.data[0] != 'a') reach_error();
  if (count > 1 && t.data[2] != source[2]) reach_error();
  char first = source[0], second = source[1];
  memmove(source + 1, source, 1 + count);
  if (source[1] != first || source[0] != first || (count > 0 && source[2] != second)) reach_error();
  free(source);
  return 0;
}
