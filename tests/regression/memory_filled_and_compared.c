// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call
// Nothing accesses the memory but functions that copy, fill and compare bytes.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char *p = malloc(10);
  char *q = malloc(10);
  memset(p, 1, 10);
  memset(q, 1, 10);
  if (memcmp(p, q, 10) != 0) reach_error();
  char *zero = calloc(1, 10);
  memset(p, 0, 10);
  if (memcmp(p, zero, 10) != 0) reach_error();
  memcpy(zero, q, 10);
  if (memcmp(zero, q, 10) != 0) reach_error();
  free(p);
  free(q);
  free(zero);
  return 0;
}
