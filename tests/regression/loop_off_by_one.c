// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7 9
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  while (i <= 5) {
    i = i + 1;
  }
  if (i != 5) {
    reach_error();
  }
  return 0;
}
