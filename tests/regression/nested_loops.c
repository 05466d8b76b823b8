// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int count = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < i; j++) {
      count++;
    }
  }
  if (count != 3) {
    reach_error();
  }
  return 0;
}
