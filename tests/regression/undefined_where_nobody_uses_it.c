// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What is evaluated is undefined also where its value is not used: no execution gets past it.
extern void reach_error(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), zero = x & 0, far = 32 + __VERIFIER_nondet_uchar();
  if (x == 1) {
    reach_error(10 / zero);
  } else if (x == 2) {
    (void)(x % zero);
    reach_error(0);
  } else if (x == 3) {
    reach_error((1u << far, 0));
  } else if (x == 4) {
    x > 3 && x / zero;
    reach_error(1);
  } else if (x == 5) {
    reach_error(x >> 40);
  }
  return 0;
}
