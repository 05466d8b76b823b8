// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The portable way to read a word: its bytes are copied into a variable, from any offset, through a wrapper as well.
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static void copy(void *to, const void *from, size_t size) { memcpy(to, from, size); }
static unsigned read32(const void *from) {
  unsigned word;
  copy(&word, from, sizeof word);
  return word;
}
int main(void) {
  unsigned char bytes[9];
  for (int i = 0; i < 9; i++) bytes[i] = __VERIFIER_nondet_uchar();
  unsigned whole = read32(bytes + 1), next = read32(bytes + 5);
  if ((whole & 0xff) != bytes[1] || whole >> 24 != bytes[4] || (next >> 8 & 0xff) != bytes[6]) reach_error();
  unsigned short half;
  memcpy(&half, bytes + 3, 2);
  if (half != (whole >> 16)) reach_error();
  unsigned back = whole ^ 0xff;
  memcpy(bytes, &back, sizeof back);
  if (bytes[0] != (unsigned char)~(whole & 0xff)) reach_error();
  return 0;
}
