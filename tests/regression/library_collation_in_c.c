// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
#include <locale.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  setlocale(LC_ALL, "C");
  if (strcoll("a", "a") != 0 || strcoll("B", "a") > 0) reach_error();
  return 0;
}
