// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Addresses are multiples of what the declaration, or the type, asks for.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static _Alignas(64) char table[8];
struct line {
  _Alignas(128) char first;
};
union __attribute__((aligned(32))) word {
  int value;
  char bytes[4];
};
int main(void) {
  struct line lines[2];
  union word word;
  int number __attribute__((aligned(256)));
  assert((uintptr_t)table % 64 == 0);
  assert((uintptr_t)&lines[1] % 128 == 0);
  assert((uintptr_t)&word % 32 == 0);
  assert((uintptr_t)&number % 256 == 0);
  void *any = malloc(3);
  assert((uintptr_t)any % 16 == 0);
  return 0;
}
