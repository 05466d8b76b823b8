// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The counters overflow, but stay equal.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  int y = 0;
  while (__VERIFIER_nondet_int()) {
    x = x + 3;
    y = y + 3;
  }
  if (x != y) {
    reach_error();
  }
  return 0;
}
