// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.29 and 7.30, in the "C" locale.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& wide_parts() {
  static const std::vector<LibraryPart> result{
      {{"wcslen", "wcsnlen", "wcscpy", "wcsncpy", "wcscat", "wcsncat", "wcscmp", "wcsncmp", "wcschr", "wcsrchr",
        "wcsstr", "wcsspn", "wcscspn", "wcspbrk", "wmemset", "wmemcpy", "wmemmove", "wmemcmp", "wmemchr"},
       R"(
typedef __WCHAR_TYPE__ wchar_t;
size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
size_t wcsnlen(const wchar_t *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}
wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count) {
  size_t i = 0;
  while (i < count && from[i]) {
    to[i] = from[i];
    i++;
  }
  while (i < count) to[i++] = 0;
  return to;
}
wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  size_t end = 0, i = 0;
  while (to[end]) end++;
  while (from[i]) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count) {
  size_t end = 0, i = 0;
  while (to[end]) end++;
  while (i < count && from[i]) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}
#define COMPARE_WIDE(more)                                                           \
  int any;                                                                           \
  size_t i = 0;                                                                      \
  while (more a[i] == b[i]) i++;                                                     \
  if (END) return 0;                                                                 \
  return a[i] < b[i] ? (any < 0 ? any : -1) : any > 0 ? any : 1;
#define END a[i] == b[i]
int wcscmp(const wchar_t *a, const wchar_t *b) { COMPARE_WIDE(a[i] &&) }
#undef END
#define END i == count || a[i] == b[i]
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count) { COMPARE_WIDE(i < count && a[i] &&) }
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) { COMPARE_WIDE(i < count &&) }
wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  size_t i = 0;
  while (s[i] && s[i] != c) i++;
  return s[i] == c ? (wchar_t *)s + i : 0;
}
wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  size_t i = 0;
  wchar_t *last = 0;
  for (;; i++) {
    if (s[i] == c) last = (wchar_t *)s + i;
    if (!s[i]) return last;
  }
}
wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) { FIND(SAME, wchar_t) }
size_t wcsspn(const wchar_t *s, const wchar_t *accepted) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (accepted[i] && accepted[i] != s[n]) i++;
    if (!accepted[i]) break;
  }
  return n;
}
size_t wcscspn(const wchar_t *s, const wchar_t *rejected) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (rejected[i] && rejected[i] != s[n]) i++;
    if (rejected[i]) break;
  }
  return n;
}
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *wanted) {
  size_t n = wcscspn(s, wanted);
  return s[n] ? (wchar_t *)s + n : 0;
}
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = c;
  return to;
}
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = from[i];
  return to;
}
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
  if ((__UINTPTR_TYPE__)to <= (__UINTPTR_TYPE__)from) {
    for (size_t i = 0; i < count; i++) to[i] = from[i];
  } else {
    for (size_t i = count; i-- > 0;) to[i] = from[i];
  }
  return to;
}
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (s[i] == c) return (wchar_t *)s + i;
  }
  return 0;
}
)"}};
  return result;
}

}  // namespace bireach::frontend
