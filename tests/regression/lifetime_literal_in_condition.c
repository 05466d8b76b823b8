// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// A selection statement is a block: a compound literal in its condition ends with it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = (int[]){1, 2};
  if (__VERIFIER_nondet_int() && (p = (int[]){3, 4})[1] == 4) {
    if (*p != 3) reach_error();
  }
  switch ((int[]){5, 6}[0]) {
    case 5:
      break;
    default:
      reach_error();
  }
  if (*p == 3) reach_error();
  return 0;
}
