// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// memcpy and assignment of what pointers lead to; the union keeps its bits.
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct part {
  union {
    unsigned word;
    unsigned short half;
  } bits;
  char name[3];
};
struct part parts[3] = {{{1}, "ab"}, {{2}, "cd"}, {{3}, "ef"}};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 2;
  struct part *from = &parts[0];
  for (unsigned k = 0; k < i; k++) from++;
  from->bits.word = 0x10002;
  memcpy(&parts[2], from, sizeof(struct part));
  if (parts[2].bits.half == 2 && parts[2].name[1] == 'd') reach_error();
  return 0;
}
