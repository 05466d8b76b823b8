// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  int x = c > 0 ? c : -1;
  if (x == -1 && c < -5) {
    reach_error();
  }
  return 0;
}
