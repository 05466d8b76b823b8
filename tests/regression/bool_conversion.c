// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Bool b = 256;
  int x = b + b;
  b = x - 2;
  if (x != 2 || b) {
    reach_error();
  }
  return 0;
}
