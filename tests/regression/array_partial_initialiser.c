// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[5] = {1, 2};
  char text[4] = "ab";
  if (a[2] != 0 || a[4] != 0 || text[1] != 'b' || text[2] != 0 || text[3] != 0) {
    reach_error();
  }
  return 0;
}
