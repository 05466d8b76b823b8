// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int next(void) {
  static int counter = 10;
  counter++;
  return counter;
}
int main(void) {
  next();
  if (next() != 12) {
    reach_error();
  }
  return 0;
}
