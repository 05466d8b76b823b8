// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
// The inputs of an empty assembly statement are evaluated.
extern void reach_error(void);
int main(void) {
  int x = 0;
  __asm__ volatile("" : : "r"(x++) : "memory");
  if (x == 1) reach_error();
  return 0;
}
