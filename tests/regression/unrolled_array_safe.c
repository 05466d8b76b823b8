// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Proved by unrolling: that the swaps sort needs an invariant over all elements of the array otherwise.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char a[4];
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_uint();
  }
  for (int n = 4; n > 1; n--) {
    for (int i = 0; i + 1 < n; i++) {
      if (a[i] > a[i + 1]) {
        unsigned char other = a[i];
        a[i] = a[i + 1];
        a[i + 1] = other;
      }
    }
  }
  for (int i = 0; i + 1 < 4; i++) {
    if (a[i] > a[i + 1]) {
      reach_error();
    }
  }
  return 0;
}
