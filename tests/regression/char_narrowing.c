// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7 8
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char c = 250;
  c = c + 10;
  if (c == 4) {
    reach_error();
  }
  return 0;
}
