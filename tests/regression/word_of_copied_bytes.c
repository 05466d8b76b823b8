// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// The same hash of a word and of its bytes, which are copied first.
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
static unsigned mix(unsigned x) {
  x *= 3266489917U;
  x = (x << 17 | x >> 15) * 668265263U;
  x = (x ^ x >> 15) * 2246822519U;
  return x ^ x >> 13;
}
int main(void) {
  unsigned word = __VERIFIER_nondet_uint(), again;
  unsigned char bytes[4];
  memcpy(bytes, &word, 4);
  memcpy(&again, bytes, 4);
  unsigned big = (unsigned)bytes[3] << 24 | (unsigned)bytes[2] << 16 | (unsigned)bytes[1] << 8 | bytes[0];
  if (mix(again) != mix(word) || mix(big) != mix(word)) reach_error();
  return 0;
}
