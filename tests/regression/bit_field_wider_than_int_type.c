// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// gcc gives `sum` 40 bits; such variables are not modelled.
#include <assert.h>

struct wide {
  unsigned long long forty : 40;
};

int main(void) {
  struct wide w = {1ull << 39};
  __typeof__(w.forty + 0) sum = w.forty;
  assert((sum << 1) == 0);
  return 0;
}
