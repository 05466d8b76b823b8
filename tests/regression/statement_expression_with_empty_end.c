// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// The value is that of the last statement but empty ones.
extern void reach_error(void);
int object = 3;
int count;
int main(void) {
  int five = ({ 5;; });
  int *p = ({ &object; ; });
  int chosen = 0;
  if (({ count = 4; count;; })) chosen = 1;
  if (five == 5 && *p == 3 && chosen == 1) reach_error();
  return 0;
}
