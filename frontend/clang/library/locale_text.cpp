// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.11, 7.22.7, 7.22.8, 7.24.4, 7.29 and 7.30: what depends on the locale. It is "C" when a program
/// starts; behind a call of setlocale that asks for another one these functions are refused.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& locale_parts() {
  static const std::vector<LibraryPart> result{
      {{"setlocale", "__ctype_get_mb_cur_max"},
       R"(
static char bireach_other_locale;
static char bireach_locale[64] = "C";
#define IN_C_LOCALE(name)                                                            \
  if (bireach_other_locale) bireach_refuse("call of " name " in a locale that is not \"C\"");
char *setlocale(int category, const char *wanted) {
  size_t i = 0;
  if (!wanted) return bireach_locale;
  if (wanted[0] == 'C' && !wanted[1]) {
    if (bireach_other_locale) bireach_refuse("setlocale back to \"C\"");
    return bireach_locale;
  }
  if (!bireach_input_int()) return 0;
  bireach_other_locale = 1;
  for (; i + 1 < sizeof bireach_locale; i++) {
    int c = bireach_input_character();
    if (c < 0 || c > 127 || (c == 0 && i == 0)) bireach_outside();
    bireach_locale[i] = (char)c;
    if (!c) return bireach_locale;
  }
  bireach_locale[i] = 0;
  return bireach_locale;
}
size_t __ctype_get_mb_cur_max(void) {
  IN_C_LOCALE("MB_CUR_MAX")
  return 1;
}
)"},
      // The values of glibc's <langinfo.h>: what belongs to LC_TIME has numbers from 0x20000.
      {{"nl_langinfo"},
       R"(
static const char *const bireach_langinfo[] = {
    "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
    "Saturday", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "January", "February",
    "March", "April", "May", "June", "July", "August", "September", "October", "November", "December", "AM", "PM",
    "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p"};
char *nl_langinfo(int item) {
  const char *text = "";
  IN_C_LOCALE("nl_langinfo")
  if (item >= 0x20000 && item < 0x20000 + (int)(sizeof bireach_langinfo / sizeof *bireach_langinfo))
    text = bireach_langinfo[item - 0x20000];
  else if (item == 14)
    text = "ANSI_X3.4-1968";
  else if (item == 0x10000)
    text = ".";
  else if (item == 0x50000)
    text = "^[yY]";
  else if (item == 0x50001)
    text = "^[nN]";
  else if (item != 0x10001)
    bireach_refuse("an item of nl_langinfo");
  return (char *)text;
}
)"},
      {{"strcoll", "strxfrm", "wcscoll", "wcsxfrm"},
       R"(
int strcoll(const char *a, const char *b) {
  IN_C_LOCALE("strcoll")
  return strcmp(a, b);
}
size_t strxfrm(char *to, const char *from, size_t count) {
  IN_C_LOCALE("strxfrm")
  size_t i = 0;
  for (; from[i]; i++)
    if (i < count) to[i] = from[i];
  if (i < count) to[i] = 0;
  return i;
}
int wcscoll(const wchar_t *a, const wchar_t *b) {
  IN_C_LOCALE("wcscoll")
  return wcscmp(a, b);
}
size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t count) {
  IN_C_LOCALE("wcsxfrm")
  size_t i = 0;
  for (; from[i]; i++)
    if (i < count) to[i] = from[i];
  if (i < count) to[i] = 0;
  return i;
}
)"},
      {{"iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswdigit", "iswgraph", "iswlower", "iswprint", "iswpunct",
        "iswspace", "iswupper", "iswxdigit", "towlower", "towupper", "wctype", "iswctype", "wctrans", "towctrans"},
       R"(
#define WIDE_CLASSES(EACH) EACH(alnum, 1) EACH(alpha, 2) EACH(blank, 3) EACH(cntrl, 4) EACH(digit, 5) EACH(graph, 6) \
  EACH(lower, 7) EACH(print, 8) EACH(punct, 9) EACH(space, 10) EACH(upper, 11) EACH(xdigit, 12)
#define WIDE_CLASS(name, number)                                                     \
  int isw##name(unsigned c) {                                                        \
    IN_C_LOCALE("isw" #name)                                                         \
    return c > 127 ? 0 : is##name((int)c);                                           \
  }
WIDE_CLASSES(WIDE_CLASS)
unsigned towlower(unsigned c) {
  IN_C_LOCALE("towlower")
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
unsigned towupper(unsigned c) {
  IN_C_LOCALE("towupper")
  return c >= 'a' && c <= 'z' ? c - 32 : c;
}
#define NUMBER_OF_CLASS(name, number) if (!strcmp(wanted, #name)) return number;
unsigned long wctype(const char *wanted) {
  WIDE_CLASSES(NUMBER_OF_CLASS)
  return 0;
}
#define IS_OF_CLASS(name, number) if (wanted == number) return isw##name(c);
int iswctype(unsigned c, unsigned long wanted) {
  WIDE_CLASSES(IS_OF_CLASS)
  return 0;
}
static const int bireach_cases[2];
const int *wctrans(const char *wanted) {
  if (!strcmp(wanted, "tolower")) return bireach_cases;
  if (!strcmp(wanted, "toupper")) return bireach_cases + 1;
  return 0;
}
unsigned towctrans(unsigned c, const int *wanted) {
  if (!wanted) return c;
  return wanted == bireach_cases ? towlower(c) : towupper(c);
}
)"},
      {{"mblen", "mbtowc", "wctomb", "mbstowcs", "wcstombs", "btowc", "wctob"},
       R"(
#define ONE_BYTE(c)                                                                  \
  if ((c) < 0 || (c) > 127) bireach_refuse("a character that is not ASCII, converted");
int mblen(const char *s, size_t count) {
  IN_C_LOCALE("mblen")
  if (!s) return 0;
  if (!count) return -1;
  ONE_BYTE(s[0])
  return s[0] != 0;
}
int mbtowc(wchar_t *to, const char *s, size_t count) {
  IN_C_LOCALE("mbtowc")
  if (!s) return 0;
  if (!count) return -1;
  ONE_BYTE(s[0])
  if (to) *to = s[0];
  return s[0] != 0;
}
int wctomb(char *to, wchar_t c) {
  IN_C_LOCALE("wctomb")
  if (!to) return 0;
  ONE_BYTE(c)
  to[0] = (char)c;
  return 1;
}
#define CONVERT(type)                                                                \
  size_t i = 0;                                                                      \
  for (; !to || i < count; i++) {                                                    \
    ONE_BYTE(from[i])                                                                \
    if (to) to[i] = (type)from[i];                                                   \
    if (!from[i]) return i;                                                          \
  }                                                                                  \
  return i;
size_t mbstowcs(wchar_t *to, const char *from, size_t count) {
  IN_C_LOCALE("mbstowcs")
  CONVERT(wchar_t)
}
size_t wcstombs(char *to, const wchar_t *from, size_t count) {
  IN_C_LOCALE("wcstombs")
  CONVERT(char)
}
unsigned btowc(int c) {
  IN_C_LOCALE("btowc")
  if (c == -1) return (unsigned)-1;
  ONE_BYTE(c)
  return (unsigned)c;
}
int wctob(unsigned c) {
  IN_C_LOCALE("wctob")
  if (c == (unsigned)-1) return -1;
  if (c > 127) bireach_refuse("a character that is not ASCII, converted");
  return (int)c;
}
)"},
      {{"wcpcpy", "wcpncpy", "wmempcpy", "wcschrnul", "wcswcs", "wcsdup", "wcstok", "wcscasecmp", "wcsncasecmp",
        "wcwidth", "wcswidth"},
       R"(
wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  for (; from[i]; i++) to[i] = from[i];
  to[i] = 0;
  return to + i;
}
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t count) {
  size_t i = 0, end;
  for (; i < count && from[i]; i++) to[i] = from[i];
  end = i;
  while (i < count) to[i++] = 0;
  return to + end;
}
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) { return wmemcpy(to, from, count) + count; }
wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  size_t i = 0;
  while (s[i] && s[i] != c) i++;
  return (wchar_t *)s + i;
}
wchar_t *wcswcs(const wchar_t *s, const wchar_t *part) { return wcsstr(s, part); }
wchar_t *wcsdup(const wchar_t *s) {
  size_t length = wcslen(s), i;
  wchar_t *copy = malloc((length + 1) * sizeof(wchar_t));
  if (!copy) return 0;
  for (i = 0; i < length; i++) copy[i] = s[i];
  copy[length] = 0;
  return copy;
}
wchar_t *wcstok(wchar_t *s, const wchar_t *separators, wchar_t **rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s = s + wcsspn(s, separators);
  if (!*s) {
    *rest = 0;
    return 0;
  }
  size_t end = wcscspn(s, separators);
  if (s[end]) {
    s[end] = 0;
    *rest = s + end + 1;
  } else {
    *rest = 0;
  }
  return s;
}
#define COMPARE_WIDE_LETTERS(more)                                                   \
  int any;                                                                           \
  size_t i = 0;                                                                      \
  while (more a[i] && SAME_LETTER(a[i], b[i])) i++;                                  \
  if (more LOWER(a[i]) < LOWER(b[i])) return any < 0 ? any : -1;                     \
  if (more LOWER(a[i]) > LOWER(b[i])) return any > 0 ? any : 1;                      \
  return 0;
int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  IN_C_LOCALE("wcscasecmp")
  COMPARE_WIDE_LETTERS()
}
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t count) {
  IN_C_LOCALE("wcsncasecmp")
  COMPARE_WIDE_LETTERS(i < count &&)
}
int wcwidth(wchar_t c) {
  IN_C_LOCALE("wcwidth")
  if (c < 0 || c > 127) bireach_refuse("the width of a character that is not ASCII");
  return c == 0 ? 0 : c < 32 || c == 127 ? -1 : 1;
}
int wcswidth(const wchar_t *s, size_t count) {
  int width = 0;
  for (size_t i = 0; i < count && s[i]; i++) {
    if (wcwidth(s[i]) < 0) return -1;
    width++;
  }
  return width;
}
)"},
      {{"wcstol", "wcstoll", "wcstoul", "wcstoull", "wcstoimax", "wcstoumax"},
       R"(
#undef CHARACTER
#define CHARACTER wchar_t
SIGNED(wcstol, long, __LONG_MAX__)
SIGNED(wcstoll, long long, __LONG_LONG_MAX__)
UNSIGNED(wcstoul, unsigned long, (__LONG_MAX__ * 2UL + 1))
UNSIGNED(wcstoull, unsigned long long, (__LONG_LONG_MAX__ * 2ULL + 1))
TO_NUMBER(wcstoimax, __INTMAX_TYPE__, __UINTMAX_TYPE__, __INTMAX_MAX__, (__UINTMAX_TYPE__)__INTMAX_MAX__ + 1, 0 - value)
TO_NUMBER(wcstoumax, __UINTMAX_TYPE__, __UINTMAX_TYPE__, __UINTMAX_MAX__, __UINTMAX_MAX__, 0 - value)
)"},
  };
  return result;
}

}  // namespace bireach::frontend
