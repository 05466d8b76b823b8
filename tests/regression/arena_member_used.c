// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// As arena_aligned_by_member.c, but the member is used.
extern void reach_error(void);
static union {
  unsigned char bytes[64];
  long double real;
} arena;
struct block {
  unsigned long size;
};

int main(void) {
  struct block *first = (struct block *)arena.bytes;
  first->size = 3;
  arena.real = 2;
  if (first->size == 3) reach_error();
  return 0;
}
