// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --timeout 60
// Two ways to one checksum, of all values of two bytes.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned table[256];

static unsigned by_bits(unsigned sum, unsigned char byte) {
  sum ^= byte;
  for (int i = 0; i < 8; i++) sum = sum & 1 ? sum >> 1 ^ 0xEDB88320u : sum >> 1;
  return sum;
}

int main(void) {
  unsigned char bytes[2] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
  for (unsigned i = 0; i < 256; i++) table[i] = by_bits(0, (unsigned char)i);
  const unsigned char *byte = bytes;
  unsigned one = ~0u, other = ~0u;
  for (int n = 2; n-- > 0; byte++) {
    one = by_bits(one, *byte);
    other = table[(other ^ *byte) & 0xff] ^ other >> 8;
  }
  assert(one == other);
  return 0;
}
