// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
// What a library function without a model does to the number behind its argument is not known.
extern void reach_error(void);
extern int rand_r(unsigned *);
unsigned seed = 1;
static unsigned *get(void) { return &seed; }
int main(void) {
  rand_r(get());
  if (seed != 1) reach_error();
  return 0;
}
