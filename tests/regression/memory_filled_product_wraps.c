// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// n * 12 is 8: the third member keeps its value.
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void *malloc(unsigned long);
void *memset(void *, int, unsigned long);
struct triple {
  int a, b, c;
};
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  struct triple *p = malloc(2 * sizeof *p);
  p->c = 7;
  if (n == 0x1555555555555556UL) {
    memset(p, 0, n * 12);
    if (p->c != 7) reach_error();
  }
  return 0;
}
