// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// ASSUMES: division by zero | divided by -1
// Nothing else overflows, so nothing else is assumed.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int total = __VERIFIER_nondet_int();
  int people = __VERIFIER_nondet_int();
  if (total == 7 && people != 0 && total / people > 7) {
    reach_error();
  }
  return 0;
}
