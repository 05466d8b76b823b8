// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property no-overflow --property lossy-conversion --data-model LP64
// What sscanf computes with is its own; the program's sum cannot overflow.
#include <stdio.h>
int main(void) {
  char line[6];
  int hours, minutes;
  if (fgets(line, sizeof line, stdin) == NULL) return 1;
  if (sscanf(line, "%2d:%2d", &hours, &minutes) != 2) return 1;
  return hours * 60 + minutes > 1440;
}
