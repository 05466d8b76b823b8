// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 11 12 13
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
struct cell {
  int used, value;
};
int main(void) {
  int x = __VERIFIER_nondet_int();
  struct cell *p = malloc(sizeof *p);
  p->value = x;
  p->used = 1;
  if (p->value == 2) reach_error();
  return 0;
}
