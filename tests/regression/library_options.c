// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --data-model LP64
// EXPECT: TRUE
// What is no option comes last.
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char *arguments[] = {"p", "x", "-o", "f", 0};
  if (getopt(4, arguments, "o:") != 'o' || optarg[0] != 'f') reach_error();
  if (getopt(4, arguments, "o:") != -1 || optind != 3 || arguments[3][0] != 'x') reach_error();
  return 0;
}
