// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// ASSUMES: addresses | accesses through pointers
// The one execution is followed to its end, and overflows nowhere.
extern void reach_error(void);
union word {
  int all;
  short halves[2];
  unsigned char bytes[4];
} word;
int main(void) {
  word.all = 511;
  word.bytes[0] = 1;
  word.all = word.all + 1;
  if (word.halves[0] != 258) {
    reach_error();
  }
  return 0;
}
