// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    p = &inner;
    if (__VERIFIER_nondet_int()) break;
    if (__VERIFIER_nondet_int()) continue;
    goto out;
  }
out:
  if (*p >= 0) reach_error();
  return 0;
}
