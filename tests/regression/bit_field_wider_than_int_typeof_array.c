// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
extern void reach_error(void);
struct wide {
  unsigned long long field : 40;
} object;
int main(void) {
  __typeof__(object.field + 0) sums[2];
  sums[0] = 1ULL << 39;
  if ((sums[0] << 1) == 0) reach_error();
  return 0;
}
