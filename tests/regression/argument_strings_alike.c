// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Arguments may be equal as texts, and empty.
#include <string.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 4 && !strcmp(argv[1], argv[2]) && argv[1][0] && !argv[3][0] && argv[4][1] == 'z') reach_error();
  return 0;
}
