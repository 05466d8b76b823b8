// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.24; POSIX.1-2017; glibc's manual, "String and Array Utilities"; the "C" locale.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& string_parts() {
  static const std::vector<LibraryPart> result{
      {{"strspn", "strcspn", "strpbrk", "strchrnul", "rawmemchr", "index", "rindex", "strstr", "strcasestr"},
       R"(
size_t strspn(const char *s, const char *accepted) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (accepted[i] && accepted[i] != s[n]) i++;
    if (!accepted[i]) break;
  }
  return n;
}
size_t strcspn(const char *s, const char *rejected) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (rejected[i] && rejected[i] != s[n]) i++;
    if (rejected[i]) break;
  }
  return n;
}
char *strpbrk(const char *s, const char *wanted) {
  size_t n = strcspn(s, wanted);
  return s[n] ? (char *)s + n : 0;
}
char *strchrnul(const char *s, int c) {
  size_t i = 0;
  while (s[i] && s[i] != (char)c) i++;
  return (char *)s + i;
}
void *rawmemchr(const void *object, int c) {
  const unsigned char *bytes = object;
  size_t i = 0;
  while (bytes[i] != (unsigned char)c) i++;
  return (void *)(bytes + i);
}
char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
#define FIND(same, type)                                                             \
  for (size_t start = 0;; start++) {                                                 \
    size_t i = 0;                                                                    \
    while (part[i] && s[start + i] && same(s[start + i], part[i])) i++;              \
    if (!part[i]) return (type *)s + start;                                          \
    if (!s[start + i]) return 0;                                                     \
  }
#define SAME(a, b) ((a) == (b))
#define LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
#define SAME_LETTER(a, b) (LOWER(a) == LOWER(b))
char *strstr(const char *s, const char *part) { FIND(SAME, char) }
char *strcasestr(const char *s, const char *part) { FIND(SAME_LETTER, char) }
)"},
      {{"stpcpy", "stpncpy", "strlcpy", "strlcat", "strsep", "strtok", "strtok_r", "__strtok_r"},
       R"(
char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}
char *stpncpy(char *to, const char *from, size_t count) {
  size_t i = 0, end;
  while (i < count && from[i]) {
    to[i] = from[i];
    i++;
  }
  end = i;
  while (i < count) to[i++] = 0;
  return to + end;
}
size_t strlcpy(char *to, const char *from, size_t count) {
  size_t i = 0;
  while (from[i]) {
    if (i + 1 < count) to[i] = from[i];
    i++;
  }
  if (count) to[i < count ? i : count - 1] = 0;
  return i;
}
size_t strlcat(char *to, const char *from, size_t count) {
  size_t end = 0, i = 0;
  while (end < count && to[end]) end++;
  while (from[i]) {
    if (end + i + 1 < count) to[end + i] = from[i];
    i++;
  }
  if (end < count) to[end + i < count ? end + i : count - 1] = 0;
  return end + i;
}
char *strsep(char **rest, const char *separators) {
  char *start = *rest;
  if (!start) return 0;
  size_t end = strcspn(start, separators);
  if (start[end]) {
    start[end] = 0;
    *rest = start + end + 1;
  } else {
    *rest = 0;
  }
  return start;
}
char *strtok_r(char *s, const char *separators, char **rest) {
  if (!s) s = *rest;
  s = s + strspn(s, separators);
  if (!*s) {
    *rest = s;
    return 0;
  }
  size_t end = strcspn(s, separators);
  if (s[end]) {
    s[end] = 0;
    *rest = s + end + 1;
  } else {
    *rest = s + end;
  }
  return s;
}
char *__strtok_r(char *s, const char *separators, char **rest) { return strtok_r(s, separators, rest); }
static char *bireach_rest;
char *strtok(char *s, const char *separators) {
  if (!s && !bireach_rest) bireach_undefined();
  return strtok_r(s, separators, &bireach_rest);
}
)"},
      {{"strcasecmp", "strncasecmp"},
       R"(
#define COMPARE_LETTERS(more)                                                        \
  int any;                                                                           \
  size_t i = 0;                                                                      \
  while (more a[i] && SAME_LETTER(a[i], b[i])) i++;                                  \
  if (more LOWER((unsigned char)a[i]) < LOWER((unsigned char)b[i])) return any < 0 ? any : -1; \
  if (more LOWER((unsigned char)a[i]) > LOWER((unsigned char)b[i])) return any > 0 ? any : 1;  \
  return 0;
int strcasecmp(const char *a, const char *b) { COMPARE_LETTERS() }
int strncasecmp(const char *a, const char *b, size_t count) { COMPARE_LETTERS(i < count &&) }
)"},
      {{"strdup", "strndup", "__strdup"},
       R"(
extern void *malloc(size_t size);
char *strdup(const char *s) {
  size_t length = strlen(s), i;
  char *copy = malloc(length + 1);
  if (!copy) return 0;
  for (i = 0; i < length; i++) copy[i] = s[i];
  copy[length] = 0;
  return copy;
}
char *strndup(const char *s, size_t most) {
  size_t length = strnlen(s, most), i;
  char *copy = malloc(length + 1);
  if (!copy) return 0;
  for (i = 0; i < length; i++) copy[i] = s[i];
  copy[length] = 0;
  return copy;
}
char *__strdup(const char *s) { return strdup(s); }
)"},
      {{"aligned_alloc", "memalign", "posix_memalign"},
       R"(
extern int bireach_addresses_matter(void);
extern void bireach_refuse(const char *what);
#define ALIGNED                                                                      \
  if (alignment > 16 && bireach_addresses_matter())                                  \
    bireach_refuse("alignment of more than 16 bytes where addresses are looked at as numbers");
void *aligned_alloc(size_t alignment, size_t size) {
  ALIGNED
  return malloc(size);
}
void *memalign(size_t alignment, size_t size) {
  ALIGNED
  return malloc(size);
}
int posix_memalign(void **to, size_t alignment, size_t size) {
  ALIGNED
  void *object = malloc(size);
  if (!object) return 12;
  *to = object;
  return 0;
}
)"},
      {{"bcmp", "bcopy", "bzero", "explicit_bzero", "mempcpy", "__mempcpy", "memccpy", "memrchr", "memmem", "swab",
        "memfrob"},
       R"(
int bcmp(const void *first, const void *second, size_t count) {
  const unsigned char *a = first;
  const unsigned char *b = second;
  int any;
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) return any ? any : 1;
  return 0;
}
void bcopy(const void *source, void *object, size_t count) { memmove(object, source, count); }
void bzero(void *object, size_t count) { memset(object, 0, count); }
void explicit_bzero(void *object, size_t count) { memset(object, 0, count); }
void *mempcpy(void *object, const void *source, size_t count) {
  memcpy(object, source, count);
  return (char *)object + count;
}
void *__mempcpy(void *object, const void *source, size_t count) { return mempcpy(object, source, count); }
void *memccpy(void *object, const void *source, int c, size_t count) {
  unsigned char *to = object;
  const unsigned char *from = source;
  for (size_t i = 0; i < count; i++) {
    to[i] = from[i];
    if (from[i] == (unsigned char)c) return to + i + 1;
  }
  return 0;
}
void *memrchr(const void *object, int c, size_t count) {
  const unsigned char *bytes = object;
  for (size_t i = count; i-- > 0;) {
    if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
  }
  return 0;
}
void *memmem(const void *object, size_t count, const void *wanted, size_t length) {
  const unsigned char *bytes = object;
  const unsigned char *part = wanted;
  if (length > count) return 0;
  for (size_t start = 0; start <= count - length; start++) {
    size_t i = 0;
    while (i < length && bytes[start + i] == part[i]) i++;
    if (i == length) return (void *)(bytes + start);
  }
  return 0;
}
void swab(const void *source, void *object, __PTRDIFF_TYPE__ count) {
  const char *from = source;
  char *to = object;
  for (__PTRDIFF_TYPE__ i = 1; i < count; i += 2) {
    char first = from[i - 1];
    to[i - 1] = from[i];
    to[i] = first;
  }
}
void *memfrob(void *object, size_t count) {
  unsigned char *bytes = object;
  for (size_t i = 0; i < count; i++) bytes[i] ^= 42;
  return object;
}
)"}};
  return result;
}

}  // namespace bireach::frontend
