// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
enum colour { red, green = 5, blue };
int main(void) {
  enum colour c = blue;
  if (c != 6 || red != 0) {
    reach_error();
  }
  return 0;
}
