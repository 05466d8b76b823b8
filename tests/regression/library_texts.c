// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes
// Searching in texts, taking them apart, copying them.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
extern void reach_error(void);

static void require(int condition) {
  if (!condition) reach_error();
}

static int order(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  const char *hello = "hello";
  require(strstr(hello, "ll") == hello + 2 && strstr(hello, "lll") == 0 && strcasestr(hello, "LO") == hello + 3);
  require(strspn(hello, "leh") == 4 && strcspn(hello, "ol") == 2 && strpbrk(hello, "xo") == hello + 4);
  require(strchrnul(hello, 'z') == hello + 5 && strcasecmp("AbC", "aBc") == 0 && strncasecmp("ab", "AC", 2) < 0);
  char text[] = ",a,,b";
  char *word = strtok(text, ",");
  require(word == text + 1 && word[1] == 0);
  word = strtok(0, ",");
  require(word == text + 4 && strtok(0, ",") == 0);
  char list[] = "x:";
  char *rest = list;
  require(strsep(&rest, ":") == list && *strsep(&rest, ":") == 0 && rest == 0);
  char copy[8];
  require(stpcpy(copy, "abc") == copy + 3 && mempcpy(copy, "xy", 2) == copy + 2 && copy[1] == 'y' && copy[2] == 'c');
  char *own = strndup("abcdef", 3);
  require(own == 0 || strcmp(own, "abc") == 0);
  free(own);
  require(memmem("abcabd", 6, "abd", 3) != 0 && memrchr("aba", 'a', 3) != 0 && wcslen(L"abc") == 3);
  int numbers[] = {1, 4, 9}, four = 4, five = 5;
  require(bsearch(&four, numbers, 3, sizeof *numbers, order) == numbers + 1);
  require(bsearch(&five, numbers, 3, sizeof *numbers, order) == 0);
  return 0;
}
