// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --timeout 10
#include <assert.h>
#include <error.h>
int main(void) {
  int count = 0;
  error(0, 0, "abc%n", &count);
  assert(count == 0);
  return 0;
}
