// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int n = 2, m = 3;
  int(*p)[m] = malloc(n * sizeof *p), (*q)[m] = p;
  m = 7;
  p[1][2] = 5;
  p++;
  if ((*p)[2] == 5 && p - q == 1 && p[-1] + 3 == p[0] && sizeof *p == 3 * sizeof(int)) {
    reach_error();
  }
  free(q);
  return 0;
}
