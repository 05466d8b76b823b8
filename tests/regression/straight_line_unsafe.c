// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7 8 9
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 3;
  int y = 4;
  int z = x + y;
  int unused = 5;
  if (z == 7) {
    reach_error();
  }
  return unused;
}
