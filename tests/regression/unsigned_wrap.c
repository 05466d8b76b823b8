// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7 8
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned int x = 4294967295u;
  unsigned int y = x + 1u;
  if (y == 0u) {
    reach_error();
  }
  return 0;
}
