// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
union both {
  struct {
    unsigned low : 3, high : 5;
  } s;
  unsigned char c;
} u;
int main(void) {
  u.c = __VERIFIER_nondet_uchar();
  u.s.low++;
  if (u.s.low == 0 && u.s.high == 21) reach_error();
  return 0;
}
