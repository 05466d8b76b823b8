// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
// gcc keeps the width of the field in the type of the sum.
extern void reach_error(void);
struct wide {
  unsigned long long field : 40;
} object;
int main(void) {
  object.field = 1ULL << 39;
  __auto_type sum = object.field + 0;
  if ((sum << 1) == 0) reach_error();
  return 0;
}
