// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.21 and 7.27; POSIX.1-2017. What comes from outside of the program is any value that the
/// function may give; each of these definitions stands alone, since the replay compiles it in place of the library's.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& stream_parts() {
  static const std::vector<LibraryPart> result{
      {{},
       R"(
extern int bireach_input_int(void);
/* … that is a character of a text: reports put those of one call together (checker/report/input_texts.h). */
extern int bireach_input_character(void);
extern long long bireach_input_long_long(void);
extern float bireach_input_float(void);
extern double bireach_input_double(void);
extern void bireach_outside(void);
extern void *malloc(size_t size);
extern void *realloc(void *object, size_t size);
struct _IO_FILE;
/* What errno says of a failure. */
#define FAILS(result)                                                                \
  {                                                                                  \
    int error = bireach_input_int();                                                 \
    if (error < 1 || error > 133) bireach_outside();                                 \
    bireach_errno = error;                                                           \
    return result;                                                                   \
  }
#define INPUT_BYTE(name)                                                             \
  int name = bireach_input_character();                                              \
  if (name < -1 || name > 255) bireach_outside();
)"},
      {{"fgets"},
       R"(
char *fgets(char *to, int count, struct _IO_FILE *stream) {
  int i = 0;
  if (count <= 0) return 0;
  while (i < count - 1) {
    INPUT_BYTE(c)
    if (c == -1 && (i == 0 || bireach_input_int())) return 0;  /* an error may come behind some characters, too */
    if (c == -1) break;
    to[i++] = (char)c;
    if (c == '\n') break;
  }
  to[i] = 0;
  return to;
}
)"},
      {{"getline"}, R"(
#define READ_LINE(line, size, end)                                                   \
  size_t i = 0;                                                                      \
  if (!*line || !*size) {                                                            \
    char *fresh = realloc(*line, 120);                                               \
    if (!fresh) return -1;                                                           \
    *line = fresh;                                                                   \
    *size = 120;                                                                     \
  }                                                                                  \
  for (;;) {                                                                         \
    INPUT_BYTE(c)                                                                    \
    if (c == -1 && i == 0) return -1;                                                \
    if (c == -1) break;                                                              \
    if (i + 1 >= *size) {                                                            \
      char *more = realloc(*line, 2 * *size);                                        \
      if (!more) return -1;                                                          \
      *line = more;                                                                  \
      *size = 2 * *size;                                                             \
    }                                                                                \
    (*line)[i++] = (char)c;                                                          \
    if (c == end) break;                                                             \
  }                                                                                  \
  (*line)[i] = 0;                                                                    \
  return (__PTRDIFF_TYPE__)i;
__PTRDIFF_TYPE__ getline(char **line, size_t *size, struct _IO_FILE *stream) { READ_LINE(line, size, '\n') }
)"},
      {{"getdelim", "__getdelim"}, R"(
__PTRDIFF_TYPE__ getdelim(char **line, size_t *size, int end, struct _IO_FILE *stream) { READ_LINE(line, size, end) }
__PTRDIFF_TYPE__ __getdelim(char **line, size_t *size, int end, struct _IO_FILE *stream) { READ_LINE(line, size, end) }
)"},
      {{"fread"},
       R"(
size_t fread(void *object, size_t size, size_t count, struct _IO_FILE *stream) {
  unsigned char *to = object;
  if (!size || !count) return 0;
  long long got = bireach_input_long_long();
  if (got < 0 || (unsigned long long)got > count) bireach_outside();
  size_t bytes = (size_t)got * size;
  if ((size_t)got < count) {  /* of the next one, a part may have come */
    long long part = bireach_input_long_long();
    if (part < 0 || (unsigned long long)part >= size) bireach_outside();
    bytes += (size_t)part;
  }
  for (size_t i = 0; i < bytes; i++) {
    INPUT_BYTE(c)
    if (c < 0) bireach_outside();
    to[i] = (unsigned char)c;
  }
  return (size_t)got;
}
)"},
      {{"read", "recv", "pread"},
       R"(
#define READ_BYTES                                                                   \
  unsigned char *to = object;                                                        \
  long long got = bireach_input_long_long();                                         \
  if (got == -1) FAILS(-1)                                                           \
  if (got < 0 || (unsigned long long)got > count) bireach_outside();                 \
  for (size_t i = 0; i < (size_t)got; i++) {                                         \
    INPUT_BYTE(c)                                                                    \
    if (c < 0) bireach_outside();                                                    \
    to[i] = (unsigned char)c;                                                        \
  }                                                                                  \
  return (__PTRDIFF_TYPE__)got;
__PTRDIFF_TYPE__ read(int file, void *object, size_t count) { READ_BYTES }
__PTRDIFF_TYPE__ recv(int file, void *object, size_t count, int flags) { READ_BYTES }
__PTRDIFF_TYPE__ pread(int file, void *object, size_t count, long offset) { READ_BYTES }
)"},
      {{"fopen", "fdopen"},
       R"(
static char bireach_streams[1024];
static unsigned bireach_opened;
#define OPEN_STREAM                                                                  \
  int got = bireach_input_int();                                                     \
  if (got != 0 && got != 1) bireach_outside();                                       \
  if (!got) FAILS(0)                                                                 \
  if (bireach_opened >= sizeof bireach_streams) bireach_refuse("more than 1024 streams"); \
  return (struct _IO_FILE *)(bireach_streams + bireach_opened++);
struct _IO_FILE *fopen(const char *path, const char *mode) { OPEN_STREAM }
struct _IO_FILE *fdopen(int file, const char *mode) { OPEN_STREAM }
)",
       R"(
extern struct _IO_FILE *tmpfile(void);
#define OPEN_STREAM                                                                  \
  int got = bireach_input_int();                                                     \
  if (!got) FAILS(0)                                                                 \
  return tmpfile();
struct _IO_FILE *fopen(const char *path, const char *mode) { OPEN_STREAM }
struct _IO_FILE *fdopen(int file, const char *mode) { OPEN_STREAM }
)"},
      {{"time"},
       R"(
long time(long *to) {
  long long now = bireach_input_long_long();
  if (now < 0 || now > __LONG_MAX__) bireach_outside();
  if (to) *to = (long)now;
  return (long)now;
}
)"},
      {{"clock"},
       R"(
static long long bireach_last_clock;
long clock(void) {
  long long now = bireach_input_long_long();
  if (now == -1) return -1;
  if (now < bireach_last_clock || now > __LONG_MAX__) bireach_outside();
  bireach_last_clock = now;
  return (long)now;
}
)"},
      {{"difftime"}, "\ndouble difftime(long end, long start) { return (double)end - (double)start; }\n"},
      {{"localtime", "gmtime"},
       R"(
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
static struct tm bireach_time;
static char bireach_zone[4];
/* Days are counted in years that begin in March, the last day of which is the leap day, and in eras of 400 years. */
#define BREAK_DOWN(seconds)                                                          \
  long long time = seconds, days = time / 86400, rest = time % 86400;                \
  if (rest < 0) {                                                                    \
    rest += 86400;                                                                   \
    days--;                                                                          \
  }                                                                                  \
  long long since = days + 719468, era = (since >= 0 ? since : since - 146096) / 146097; \
  long long day = since - era * 146097;                                              \
  long long year = (day - day / 1460 + day / 36524 - day / 146096) / 365;            \
  long long of_year = day - (365 * year + year / 4 - year / 100);                    \
  long long month = (5 * of_year + 2) / 153;                                         \
  long long whole = year + era * 400 + (month >= 10);                                \
  int is_leap = whole % 4 == 0 && (whole % 100 != 0 || whole % 400 == 0);            \
  long long weekday = (days + 4) % 7;                                                \
  if (whole - 1900 > 2147483647 || whole - 1900 < -2147483648LL) return 0;           \
  bireach_time.tm_sec = (int)(rest % 60);                                            \
  bireach_time.tm_min = (int)(rest / 60 % 60);                                       \
  bireach_time.tm_hour = (int)(rest / 3600);                                         \
  bireach_time.tm_mday = (int)(of_year - (153 * month + 2) / 5 + 1);                 \
  bireach_time.tm_mon = (int)(month >= 10 ? month - 10 : month + 2);                 \
  bireach_time.tm_year = (int)(whole - 1900);                                        \
  bireach_time.tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday);                 \
  bireach_time.tm_yday = (int)(month >= 10 ? of_year - 306 : of_year + 59 + is_leap);
struct tm *gmtime(const long *from) {
  BREAK_DOWN(*from)
  bireach_time.tm_isdst = 0;
  bireach_time.tm_gmtoff = 0;
  bireach_time.tm_zone = "GMT";
  return &bireach_time;
}
/* The zone is any one, and so is what depends on it: the members fit each other (but for the day of the week, which is any
   one) and the seconds, to two days. */
#define GIVEN(member, low, high)                                                     \
  bireach_time.member = bireach_input_int();                                         \
  if (bireach_time.member < (low) || bireach_time.member > (high)) bireach_outside();
struct tm *localtime(const long *from) {
  if (*from > 67767976233532799LL || *from < -67768040609740800LL) return 0;
  GIVEN(tm_sec, 0, 60)
  GIVEN(tm_min, 0, 59)
  GIVEN(tm_hour, 0, 23)
  GIVEN(tm_mon, 0, 11)
  GIVEN(tm_year, -2147483647 - 1, 2147483647)
  int year = bireach_time.tm_year % 400 + 1900, month = bireach_time.tm_mon;
  int is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  GIVEN(tm_mday, 1, month == 1 ? 28 + is_leap : month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31)
  bireach_time.tm_yday =
      bireach_time.tm_mday - 1 + (month > 1 ? is_leap : 0) +
      (month == 0 ? 0 : month == 1 ? 31 : month == 2 ? 59 : month == 3 ? 90 : month == 4 ? 120 : month == 5 ? 151 :
       month == 6 ? 181 : month == 7 ? 212 : month == 8 ? 243 : month == 9 ? 273 : month == 10 ? 304 : 334);
  long long seconds = (bireach_time.tm_year - 70LL) * 31556952 + bireach_time.tm_yday * 86400LL;
  if (*from - seconds > 4 * 86400 || seconds - *from > 4 * 86400) bireach_outside();
  GIVEN(tm_wday, 0, 6)
  GIVEN(tm_isdst, 0, 1)
  GIVEN(tm_gmtoff, -93599, 93599)
  for (int i = 0; i < 3; i++) {
    int c = bireach_input_int();
    if (c < 'A' || c > 'Z') bireach_outside();
    bireach_zone[i] = (char)c;
  }
  bireach_time.tm_zone = bireach_zone;
  return &bireach_time;
}
)"},
  };
  return result;
}

}  // namespace bireach::frontend
