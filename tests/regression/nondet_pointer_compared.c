// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Where nothing is read or written through it, it is any number.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  char *p = __VERIFIER_nondet_pointer();
  if (p == (char *)12345) reach_error();
  return 0;
}
