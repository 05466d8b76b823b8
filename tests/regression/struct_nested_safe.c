// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct inner {
  unsigned char low;
  int high;
};
struct outer {
  struct inner in;
  int tail;
};
int main(void) {
  struct outer o = {{1, 2}, 3};
  o.in.low = 300;
  if (o.in.low != 44 || o.in.high != 2 || o.tail != 3) {
    reach_error();
  }
  return 0;
}
