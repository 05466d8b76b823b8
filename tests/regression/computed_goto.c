// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --signed-overflow undefined
// A threaded interpreter: labels are values.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  void *next[] = {&&up, &&down, &&end};
  int height = 0;
  goto *next[__VERIFIER_nondet_uchar() % 3];
up:
  height++;
  goto *next[height < 50 ? __VERIFIER_nondet_uchar() % 3 : 1];
down:
  if (height > 0) {
    height--;
  }
  goto *next[__VERIFIER_nondet_uchar() % 3];
end:
  if (height < 0) {
    reach_error();
  }
  return 0;
}
