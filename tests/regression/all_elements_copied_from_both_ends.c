// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --timeout 120
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int from[200000], to[200000];
int main(void) {
  for (int i = 0; i < 200000; i++) from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 200000; i++) to[199999 - i] = from[199999 - i];
  for (int i = 0; i < 200000; i++)
    if (to[i] != from[i]) reach_error();
  return 0;
}
