// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// An int read byte by byte.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  unsigned char *bytes = (unsigned char *)p;
  if (bytes[0] == 3) reach_error();
  return 0;
}
