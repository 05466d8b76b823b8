// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// TRACES: 2
// EXHAUSTED: yes
// RELEVANT: 13 14
// SOME: 15 16
// COMMON-FIX: 13 14
// Two errors with one cause: what leads to one of them only is relevant in one trace.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int limit = 10;
  int x = __VERIFIER_nondet_int();
  int a = 1;
  int b = 2;
  if (x > limit) {
    if (x > 100) {
      if (a == 1) reach_error();
    } else {
      if (b == 2) reach_error();
    }
  }
  return 0;
}
