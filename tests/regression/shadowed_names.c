// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x = 1;
int main(void) {
  int x = 2;
  {
    int x = 3;
    x = x + 1;
  }
  if (x != 2) {
    reach_error();
  }
  return 0;
}
