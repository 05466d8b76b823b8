// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// Bit-fields of unions have their own width, also in initialisers and as _Bool.
extern void reach_error(void);
union numbers {
  unsigned low : 3;
  unsigned char all;
};
union truth {
  _Bool flag : 1;
  unsigned char all;
};
union numbers global = {15};
int main(void) {
  union numbers u = {15};
  if (u.all != 7 || global.all != 7 || ((union numbers){9}).all != 1) reach_error();
  union truth t;
  t.all = 0xFE;
  t.flag = 1;
  if (t.all != 0xFF) reach_error();
  t.all = 2;
  if (t.flag) reach_error();
  return 0;
}
