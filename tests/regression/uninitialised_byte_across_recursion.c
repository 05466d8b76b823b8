// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property uninitialised-read --property unreach-call
// A byte that is copied from memory is as written as it was there, also after a recursive call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(const char *p) {
  char c, last = 0;
  for (; (c = *p) != 0; p++) {
    if (c == '*') {
      if (f(p + 1)) return c == '*';
      continue;
    }
    if (last == 'x' && c == 'x') return 0;
    last = c;
  }
  return 1;
}
int main(void) {
  char t[4];
  for (int i = 0; i < 3; i++) t[i] = (char)__VERIFIER_nondet_int();
  t[3] = 0;
  if (f(t) == 0 && t[0] != 'x' && t[1] != 'x') reach_error();
  return 0;
}
