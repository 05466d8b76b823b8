// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --data-model LP64
// Numbers of seven bits a byte, one after the other: loops one in the other over three bytes of input, then a third one.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char bytes[3];
  for (unsigned i = 0; i < 3; i++) bytes[i] = __VERIFIER_nondet_uchar();
  unsigned at = 0, numbers = 0, values[3];
  while (at < 3) {
    unsigned value = 0, length = 0;
    while (at + length < 3 && bytes[at + length] >= 128) {
      value |= (bytes[at + length] & 127u) << (7 * length);
      length++;
    }
    if (at + length == 3) break;
    value |= (unsigned)bytes[at + length] << (7 * length);
    values[numbers++] = value;
    at += length + 1;
  }
  unsigned used = 0;
  for (unsigned i = 0; i < numbers; i++) {
    unsigned length = 1;
    for (unsigned rest = values[i] >> 7; rest != 0; rest >>= 7) length++;
    used += length;
  }
  if (used > at || values[0] >= 1u << 21) {
    if (numbers > 0) reach_error();
  }
  return 0;
}
