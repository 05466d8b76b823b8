// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property valid-memsafety --timeout 60
// Any length: the proof has to know that the text ends where main() wrote its end.
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
  if (size < 1 || room < size) return 0;
  char *to = malloc(room);
  char *from = malloc(size);
  from[size - 1] = '\0';
  copy(to, from);
  free(from);
  free(to);
  return 0;
}
