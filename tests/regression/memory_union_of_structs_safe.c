// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union value {
  struct {
    int kind;
    unsigned number;
  } n;
  struct {
    int kind;
    char text[4];
  } t;
};
int main(void) {
  union value a, b;
  a.n.kind = 1;
  a.n.number = __VERIFIER_nondet_uint();
  b = a;
  if (b.t.kind != 1 || (unsigned char)b.t.text[0] != (a.n.number & 255)) {
    reach_error();
  }
  return 0;
}
