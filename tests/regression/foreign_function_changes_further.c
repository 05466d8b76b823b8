// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 20
// The function may have changed what a member of the structure leads to.
#include <assert.h>
struct stream {
  int state;
  int *count;
};
extern int advance(struct stream *stream);

int main(void) {
  int total = 1;
  struct stream stream = {1, &total};
  advance(&stream);
  assert(total == 1);
  return 0;
}
