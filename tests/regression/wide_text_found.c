// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --data-model LP64
// EXPECT: TRUE
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  wchar_t text[] = L"abcab";
  if (wcsstr(text, L"ca") != text + 2) reach_error();
  return 0;
}
