// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 9 13 16 17
// The handler chosen by the input does not check what it is given.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int checked(int x) { return x > 0 ? x : 1; }
static int unchecked(int x) { return x; }

int main(void) {
  int (*handler)(int) = checked;
  int x = __VERIFIER_nondet_int();
  int unused = 3;
  if (x < -5) {
    handler = unchecked;
    x = handler(x);
  }
  if (x < -5) {
    reach_error();
  }
  return unused;
}
