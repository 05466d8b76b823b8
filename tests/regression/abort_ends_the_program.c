// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) {
    abort();
  }
  if (x < 0) {
    reach_error();
  }
  return 0;
}
