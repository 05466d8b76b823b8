// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  int k = 1;
  switch (k) {
    case 0:
      x = 5;
      break;
    case 1:
      x = x + 1;
    case 2:
      x = x + 2;
      break;
    default:
      x = 9;
  }
  if (x == 3) {
    reach_error();
  }
  return 0;
}
