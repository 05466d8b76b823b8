// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-memsafety --timeout 60
// The room may be one character short.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void copy(char *to, const char *from) {
  while ((*to = *from) != '\0') {
    to++;
    from++;
  }
}
int main(void) {
  int room = __VERIFIER_nondet_int();
  int size = __VERIFIER_nondet_int();
  if (size < 1 || room < size - 1 || room < 1) return 0;
  char *to = malloc(room);
  char *from = malloc(size);
  from[size - 1] = '\0';
  copy(to, from);
  free(from);
  free(to);
  return 0;
}
