// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// fscanf sees the end behind a number, and without one says that it is there.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  FILE *file = fopen("numbers", "r");
  if (!file) return 0;
  int number = 0;
  if (feof(file)) reach_error();
  int read = fscanf(file, "%d", &number);
  if (read == EOF && !feof(file) && !ferror(file)) reach_error();
  if (feof(file) && fscanf(file, "%d", &number) != EOF) reach_error();
  fclose(file);
  return 0;
}
