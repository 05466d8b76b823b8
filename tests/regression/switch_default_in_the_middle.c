// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  int x = 0;
  switch (k) {
    case 1:
      x = 1;
      break;
    default:
      x = 2;
    case 3:
      x = x + 1;
  }
  if (x != 1 && x != 3) {
    if (k != 3) {
      reach_error();
    }
  }
  return 0;
}
