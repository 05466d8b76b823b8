// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Two pointers lead to members of one union that lie at the same place.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union either {
  struct {
    int a;
  } s;
  struct {
    int b;
  } t;
} u;
int main(void) {
  int x = 0;
  int *p = __VERIFIER_nondet_int() ? &u.s.a : &x;
  int *q = __VERIFIER_nondet_int() ? &u.t.b : &x;
  *p = 1;
  *q = 2;
  if (p != &x && q != &x && *p == 2) reach_error();
  return 0;
}
