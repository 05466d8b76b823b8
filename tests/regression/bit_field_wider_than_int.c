// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=fails
// gcc computes with a bit-field that is wider than int in its own width, clang in its declared type.
#include <assert.h>

struct wide {
  unsigned long long forty : 40;
  unsigned long long some : 33;
  long long negative : 40;
};

static unsigned long long same(unsigned long long value) { return value; }

int main(void) {
  struct wide w = {1ull << 39, (1ull << 33) - 1, -1};
  int one = w.negative == -1;
  long long minus = -one;
  assert((w.forty << one) == 0);
  assert(w.forty * 2 == 0 && w.forty + w.forty == 0 && -w.forty == w.forty);
  assert(~w.forty == (1ull << 39) - 1);
  assert(w.some + 1 == 0 && w.some + w.forty == 558345748479ull);
  assert(w.negative < w.some && w.negative + minus == -2);
  assert(((one, w.forty) << 1) == 0 && ((one ? w.forty : 7) << 1) == 0);
  assert((one ? -1 : w.forty) == (1ull << 40) - 1);
  assert(((w.some = 1) - 2) == (1ull << 33) - 1);
  assert(((unsigned long long)w.forty << 1) == 1ull << 40 && w.forty + 0ull + w.forty == 1ull << 40);
  assert(same(w.forty << 1) == 0 && same(w.forty) << 1 == 1ull << 40);
  w.some = 20;
  assert(w.some / minus == -20 && (double)(w.some - 21) == 8589934591.0);
  w.some /= minus;
  assert(w.some == (1ull << 33) - 20);
  unsigned long long sum = 7;
  sum *= -w.some;
  assert(sum == 140);
  switch (w.forty << 1) {
    case 0:
      break;
    default:
      assert(0);
  }
  return 0;
}
