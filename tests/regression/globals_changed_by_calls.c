// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int level = 1;
static void raise(void) { level = level + 1; }
int main(void) {
  raise();
  raise();
  if (level == 3) {
    reach_error();
  }
  return 0;
}
