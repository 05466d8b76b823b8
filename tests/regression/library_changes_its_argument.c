// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64
// rand_r changes its argument.
extern void reach_error(void);
extern int rand_r(unsigned *);
unsigned seed = 1;
static unsigned *get(void) { return &seed; }
int main(void) {
  rand_r(get());
  if (seed != 1) reach_error();
  return 0;
}
