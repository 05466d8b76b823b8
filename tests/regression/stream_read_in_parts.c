// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What fread leaves out is behind the end, or an error; a closed file says nothing of the next one.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  short numbers[2];
  for (int i = 0; i < 2; i++) {
    FILE *file = fopen("data", "r");
    if (!file) return 0;
    if (feof(file)) reach_error();
    size_t count = fread(numbers, sizeof *numbers, 2, file);
    if (count > 2 || (count < 2 && !feof(file) && !ferror(file))) reach_error();
    rewind(file);
    if (feof(file)) reach_error();
    fclose(file);
  }
  return 0;
}
