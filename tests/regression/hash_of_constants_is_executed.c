// EXPECT: TRUE
// A checksum of a constant text over bytes and words, without inputs: there is one execution, and it is executed.
#include <string.h>
extern void reach_error(void);

struct hash {
  unsigned state[4];
  unsigned char rest[64];
};

static unsigned rotated(unsigned x, int n) { return x << n | x >> (32 - n); }

static void absorb(struct hash *h, const unsigned char *block) {
  unsigned words[16];
  memcpy(words, block, sizeof words);
  for (int round = 0; round < 64; round++) {
    unsigned mixed = (h->state[1] & h->state[2]) ^ (~h->state[1] & h->state[3]);
    mixed += h->state[0] + words[round * 5 % 16] + 0x5a827999u;
    h->state[0] = h->state[3];
    h->state[3] = h->state[2];
    h->state[2] = h->state[1];
    h->state[1] += rotated(mixed, 7 + round % 4 * 5);
  }
}

int main(void) {
  struct hash first = {{1, 2, 3, 4}, {0}}, second;
  const char *text = "the same text twice";
  memcpy(first.rest, text, strlen(text));
  memcpy(&second, &first, sizeof second);
  absorb(&first, first.rest);
  absorb(&first, first.rest);
  absorb(&second, second.rest);
  if (memcmp(first.state, second.state, sizeof first.state) == 0) reach_error();
  absorb(&second, first.rest);
  if (memcmp(first.state, second.state, sizeof first.state) != 0) reach_error();
  return 0;
}
