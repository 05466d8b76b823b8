// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --memory-model typed
// What only memory of bytes models is reached first; where no such reading follows, errors are looked for all the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int x; short y; struct pair *next; } s;
int main(void) {
  int x = __VERIFIER_nondet_int();
  struct pair *r = &s;
  if (x > 12345) {
    char *q = (char *)r;
    q[1] = 1;
    return r->x;
  }
  int odd = 0;
  for (int i = 0; i < 12; i++)
    if (__VERIFIER_nondet_int() == i * 77777 + 123456) odd++;
  if (odd == 12) reach_error();
  return 0;
}
