// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Each call of getopt says in optopt what was wrong last; what stands before the options counts for the first call.
// compilers: gcc=passes clang=passes
#include <assert.h>
#include <unistd.h>
int main(void) {
  char *given[] = {"p", "-a", "f", "-b", 0};
  opterr = 0;
  assert(getopt(4, given, "+ab") == 'a' && optopt == 0);
  assert(getopt(4, given, "ab") == -1);
  optind = 0;
  assert(getopt(4, given, "a") == 'a' && getopt(4, given, "a") == '?' && optopt == 'b');
  assert(getopt(4, given, "a") == -1 && optopt == 'b');
  return 0;
}
