// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
// In the locale "C", which programs start with, texts are compared by their characters; of others nothing is known.
#include <locale.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  if (strcoll("a", "a") != 0 || strcoll("B", "a") > 0) reach_error();
  if (!setlocale(LC_ALL, "")) return 0;
  if (strcoll("B", "a") > 0) reach_error();
  return 0;
}
