// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 18 24 25 26
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union message {
  struct {
    unsigned char kind;
    unsigned char length;
    unsigned short sum;
  } head;
  struct {
    unsigned short first;
    unsigned short second;
  } words;
};
static int check(const union message *m) {
  return m->words.second == 0x1234;
}
int main(void) {
  union message m;
  m.words.first = 0;
  m.words.second = 0;
  unsigned sum = __VERIFIER_nondet_uint();
  m.head.sum = (unsigned short)sum;
  if (check(&m)) {
    reach_error();
  }
  return 0;
}
