// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 20
// The function may have changed the member; whether it does is not known.
#include <assert.h>
struct stream {
  int state;
  int *count;
};
extern int advance(struct stream *stream);
int total;

int main(void) {
  struct stream stream = {1, &total};
  advance(&stream);
  assert(stream.state == 1);
  return 0;
}
