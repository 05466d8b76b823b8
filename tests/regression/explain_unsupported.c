// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// COMMAND: explain
// Something that is not modelled, and no error beside it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Complex float x = 1.5f;
  if (x * (float)__VERIFIER_nondet_int() != 2.0f) return 1;
  return 0;
}
