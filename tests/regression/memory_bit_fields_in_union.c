// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Bit-fields share bytes with other members.
extern void reach_error(void);
union both {
  struct {
    unsigned a : 4, b : 4;
    int c : 11;
    _Bool d : 1;
    unsigned : 5;
    unsigned long e : 33;
  } s;
  unsigned char bytes[12];
} u;
int main(void) {
  u.s.a = 5;
  u.s.b = 3;
  if (u.bytes[0] != 0x35) reach_error();
  u.s.c = -2;
  u.s.d = 4;
  if (u.bytes[1] != 0xfe || u.bytes[2] != 0x0f || u.s.c != -2 || u.s.d != 1) reach_error();
  u.s.e = 0x1ffffffffUL;
  u.s.e -= 1;
  if (u.s.e != 0x1fffffffeUL || u.s.a != 5) reach_error();
  return 0;
}
