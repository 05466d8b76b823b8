// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A null pointer may be called, which traps.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int one(void) { return 1; }

int main(void) {
  int (*handler)(void) = __VERIFIER_nondet_int() ? one : 0;
  if (handler() != 1) {
    reach_error();
  }
  return 0;
}
