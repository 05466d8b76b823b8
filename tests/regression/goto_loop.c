// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 4;
again:
  x = x - 1;
  if (x > 0) {
    goto again;
  }
  if (x != 0) {
    reach_error();
  }
  return 0;
}
