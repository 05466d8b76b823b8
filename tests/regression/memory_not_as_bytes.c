// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --memory-model typed
extern void reach_error(void);
struct a {
  int x;
};
struct b {
  short low, high;
};
int main(void) {
  struct a a = {65536};
  struct b *b = (struct b *)&a;
  if (b->high == 1) {
    reach_error();
  }
  return 0;
}
