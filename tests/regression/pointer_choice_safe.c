// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Which variable the pointers lead to is decided at run time.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void swap(int *a, int *b) {
  int kept = *a;
  *a = *b;
  *b = kept;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int *larger = x > y ? &x : &y;
  int *smaller = x > y ? &y : &x;
  int most = x > y ? x : y;
  swap(larger, smaller);
  if (*smaller != most) reach_error();
  return 0;
}
