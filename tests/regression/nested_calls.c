// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int x) { return x + x; }
static int four_times(int x) { return twice(twice(x)); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -1000 || n > 1000) {
    return 0;
  }
  if (four_times(n) != 4 * n) {
    reach_error();
  }
  return 0;
}
