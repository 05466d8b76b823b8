// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// feof is true only once something was read behind the end: this loop counts one character too many.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  FILE *file = fopen("data", "r");
  if (!file) return 0;
  int count = 0;
  int read = 0;
  while (!feof(file) && count < 3) {
    if (fgetc(file) != EOF) read++;
    count++;
  }
  if (!ferror(file) && count < 3 && count != read) reach_error();
  fclose(file);
  return 0;
}
