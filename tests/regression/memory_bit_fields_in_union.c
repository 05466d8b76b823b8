// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// Bit-fields share bytes with other members.
extern void reach_error(void);
union both {
  struct {
    unsigned a : 4, b : 4;
  } s;
  unsigned char c;
} u;
int main(void) {
  u.s.a = 5;
  u.s.b = 3;
  if (u.c != 0x35) reach_error();
  return 0;
}
