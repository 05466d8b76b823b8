// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --timeout 20
// The function may have stored one of its arguments where another one leads.
#include <assert.h>
struct stream {
  int state;
  int *count;
};
extern int connect_to(struct stream *stream, int *count);

int main(void) {
  int first = 1;
  int second = 2;
  struct stream stream = {1, &first};
  connect_to(&stream, &second);
  second = 2;
  *stream.count = 9;
  assert(second == 2);
  return 0;
}
