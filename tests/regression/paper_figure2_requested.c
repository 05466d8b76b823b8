// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 13 21 22
// Figure 2, first trace: the user asks to stop.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int p1, p2, i;
  p1 = 0;
  p2 = 0;
  i = 1;
  while (i < 10) {
    if (i == 0) {
      p1 = __VERIFIER_nondet_int();
      p2 = __VERIFIER_nondet_int();
    }
    _Bool stopOnRequest;
    _Bool stopRequested;
    stopOnRequest = 0;
    stopRequested = __VERIFIER_nondet_bool();
    __VERIFIER_assume(stopRequested);
    if (stopRequested) {
      if (stopOnRequest) {
        return 0;
      }
    }
    if (p1 == 0 || p2 == 0) {
      reach_error();
    }
    i = i + 1;
  }
  return 0;
}
