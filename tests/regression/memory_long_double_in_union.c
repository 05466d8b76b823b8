// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
extern void reach_error(void);
union both {
  long double value;
  unsigned char bytes[sizeof(long double)];
} u;
int main(void) {
  u.value = 1.0L;
  if (u.bytes[9] == 0x3f) reach_error();
  return 0;
}
