// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64
// compilers: gcc=fails clang=fails
#include <stdlib.h>
extern void reach_error(void);
static int is_open;
static void look(void) {
  if (is_open) reach_error();
}
static void stop(int status) {
  if (status != 0) exit(status);
  is_open = 0;
}
int main(void) {
  atexit(look);
  is_open = 1;
  stop(3);
  return 0;
}
