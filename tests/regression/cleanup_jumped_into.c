// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails
// gcc lets a case label stand past the variable, whose cleanup then runs; Clang refuses the program, which is C for gcc.
extern void reach_error(void);
static int left;
static void leave(int *value) { left = 1; }
static void choose(int way) {
  switch (way) {
    case 0:;
      __attribute__((cleanup(leave))) int kept = 1;
    case 1:;
  }
}
int main(void) {
  choose(1);
  if (left) reach_error();
  return 0;
}
