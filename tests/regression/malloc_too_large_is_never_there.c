// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-memcleanup
// ASSUMES: numeric values of addresses | exhaust the address space | never return null | outside the array
// As malloc_too_large_is_null.c, with any length: what is not null has fewer bytes, and calloc says the same.
#include <stdlib.h>
extern void reach_error(void);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long length = __VERIFIER_nondet_ulong();
  char *text = malloc(length);
  if (text != NULL && length > 0x7fffffffffffffff) reach_error();
  if (text == NULL && length <= 0x7fffffffffffffff) reach_error();
  free(text);
  text = calloc(length, 2);
  if (text != NULL && length > 0x3fffffffffffffff) reach_error();
  free(text);
  return 0;
}
