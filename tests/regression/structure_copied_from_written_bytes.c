// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property uninitialised-read
// Both members of the copy are put together from bytes that were written.
struct pair {
  int a;
  int c;
};

int main(void) {
  unsigned char bytes[sizeof(struct pair)];
  struct pair *stored = (struct pair *)bytes;
  stored->a = 1;
  stored->c = 2;
  struct pair copy = *stored;
  return copy.c;
}
