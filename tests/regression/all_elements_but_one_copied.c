// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int from[12], to[12];
  for (int i = 0; i < 12; i++) from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 12; i++)
    if (i != 7) to[i] = from[i];
  for (int i = 0; i < 12; i++)
    if (to[i] != from[i]) reach_error();
  return 0;
}
