// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// A union may be larger than each of its members, and what fills or copies it takes all of it.
#include <string.h>
extern void reach_error(void);
struct three {
  int a, b, c;
};
union number {
  struct three parts;
  unsigned char bytes[12];
  double value;
};
int main(void) {
  union number one, other;
  memset(&one, 0, sizeof one);
  one.parts.b = 5;
  memcpy(&other, &one, sizeof other);
  if (other.bytes[4] == 5 && other.value != 1) reach_error();
  return 0;
}
