// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-deref
// A member that is there for the alignment alone may have a type that memory of bytes does not hold.
extern void reach_error(void);
static union {
  unsigned char bytes[64];
  struct {
    long long whole;
    long double real;
  } alignment;
} arena;
struct block {
  unsigned long size;
};

int main(void) {
  struct block *first = (struct block *)arena.bytes;
  if (first->size != 0) reach_error();
  first->size = 3;
  if (arena.bytes[0] != 3) reach_error();
  return 0;
}
