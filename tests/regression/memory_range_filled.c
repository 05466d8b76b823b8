// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// memset with a byte and a length that are not known.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *a = malloc(5);
  if (!a) return 0;
  for (int i = 0; i < 5; i++) a[i] = 9;
  unsigned count = __VERIFIER_nondet_uint() % 4;
  int byte = __VERIFIER_nondet_int();
  memset(a + 1, byte, count);
  if (a[0] != 9 || a[4] != 9 || (count == 3 && a[3] != (char)byte)) reach_error();
  unsigned words[3] = {1, 2, 3};
  unsigned *word = words + __VERIFIER_nondet_uint() % 2;
  memset(word, 0x11, 5);
  if (*word != 0x11111111 || (word[1] & 0xff) != 0x11 || word[1] >> 8 != 0) reach_error();
  free(a);
  return 0;
}
