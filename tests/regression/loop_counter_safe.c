// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  while (i < 1000) {
    i = i + 1;
  }
  if (i != 1000) {
    reach_error();
  }
  return 0;
}
