// SPDX-License-Identifier: Apache-2.0
// However large an object is, no stream is in it.
// EXPECT: TRUE
// OPTIONS: --property unreach-call
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long size = __VERIFIER_nondet_ulong();
  if (size == 0) return 0;
  char *object = malloc(size);
  if (!object) return 0;
  assert(object + size - 1 != (char *)stdin);
  return 0;
}
