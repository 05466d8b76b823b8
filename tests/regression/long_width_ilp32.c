// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model ILP32
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned long x = 4294967295ul;
  x = x + 1;
  if (sizeof(long) != 4 || x != 0) {
    reach_error();
  }
  return 0;
}
