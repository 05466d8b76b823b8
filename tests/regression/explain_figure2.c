// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// TRACES: 2
// EXHAUSTED: yes
// RELEVANT: 18 26
// SOME: 25
// COMMON-FIX: 18
// Figure 2: the request is decisive in both traces, but no one answer to it blocks both; whether to listen to it is
// decisive in one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
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
    _Bool stopOnRequest, stopRequested;
    stopOnRequest = 0;
    stopRequested = __VERIFIER_nondet_bool();
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
