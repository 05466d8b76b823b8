// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT:
// OPTIONS: --data-model LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (sizeof(long) == 8 && sizeof(void *) == 8) {
    reach_error();
  }
  return 0;
}
