// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// OPTIONS: --max-traces 3
// TRACES: 1-3
// RELEVANT: 12 13 14
// More rounds than anybody can count; the first few traces agree.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned y = 0;
  unsigned x = n;
  while (x > 0) {
    x--;
    y++;
  }
  if (y == n) reach_error();
  return 0;
}
