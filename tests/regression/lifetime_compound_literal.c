// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// A compound literal exists as long as its block is executed.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = (int[]){1, 2};
  if (__VERIFIER_nondet_int()) {
    p = (int[]){3, 4};
    if (*p != 3) reach_error();
  }
  if (*p == 3) reach_error();
  return 0;
}
