// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// Messages of errors are those of the GNU C library.
#include <string.h>
extern void reach_error(void);
int main(void) {
  if (strcmp(strerror(2), "No such file or directory") != 0) reach_error();
  if (strcmp(strerror(-12), "Unknown error -12") != 0) reach_error();
  if (strcmp(strerror(41), "Unknown error 41") != 0) reach_error();
  return 0;
}
