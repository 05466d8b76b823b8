// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  int x = 0;
  goto middle;
  while (i < 2) {
    x = x + 10;
  middle:
    x = x + 1;
    i = i + 1;
  }
  if (x == 12) {
    reach_error();
  }
  return 0;
}
