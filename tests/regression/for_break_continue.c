// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    if (i == 2) {
      continue;
    }
    if (i == 5) {
      break;
    }
    sum += i;
  }
  if (sum != 8) {
    reach_error();
  }
  return 0;
}
