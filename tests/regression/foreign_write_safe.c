// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A function without a body changes the object that its argument points to, and no other.
#include <stdlib.h>
extern int fill(char *buffer, int length);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[3] = {1, 2, 3}, b[2] = {5, 6};
  char *h = malloc(2);
  h[1] = 11;
  int k = __VERIFIER_nondet_int();
  char *p = k == 0 ? a : k == 1 ? b + 1 : h;
  fill(p, 2);
  if (k == 0 && (b[0] != 5 || h[1] != 11)) reach_error();
  if (k == 1 && (a[0] != 1 || h[1] != 11)) reach_error();
  if (k == 2 && (a[0] != 1 || b[0] != 5)) reach_error();
  return 0;
}
