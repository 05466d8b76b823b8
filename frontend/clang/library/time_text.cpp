// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.27; POSIX.1-2017: times in parts and as text.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& time_parts() {
  static const std::vector<LibraryPart> result{
      {{"localtime", "localtime_r", "gmtime", "gmtime_r"},
       R"(
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
static struct tm bireach_time;
static char bireach_zone[4];
#define EOVERFLOW 75
#define FAILS_WITH(error)                                                            \
  {                                                                                  \
    bireach_errno = error;                                                           \
    return 0;                                                                        \
  }
/* Days are counted in years that begin in March, the last day of which is the leap day, and in eras of 400 years. */
#define BREAK_DOWN(seconds) BREAK_DOWN_OR(seconds, FAILS_WITH(EOVERFLOW))
#define BREAK_DOWN_OR(seconds, otherwise)                                            \
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
  if (whole - 1900 > 2147483647 || whole - 1900 < -2147483648LL) otherwise           \
  to->tm_sec = (int)(rest % 60);                                                     \
  to->tm_min = (int)(rest / 60 % 60);                                                \
  to->tm_hour = (int)(rest / 3600);                                                  \
  to->tm_mday = (int)(of_year - (153 * month + 2) / 5 + 1);                          \
  to->tm_mon = (int)(month >= 10 ? month - 10 : month + 2);                          \
  to->tm_year = (int)(whole - 1900);                                                 \
  to->tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday);                          \
  to->tm_yday = (int)(month >= 10 ? of_year - 306 : of_year + 59 + is_leap);
#define GIVES_GREENWICH(from)                                                        \
  BREAK_DOWN(*from)                                                                  \
  to->tm_isdst = 0;                                                                  \
  to->tm_gmtoff = 0;                                                                 \
  to->tm_zone = "GMT";                                                               \
  return to;
struct tm *gmtime(const long *from) {
  struct tm *to = &bireach_time;
  GIVES_GREENWICH(from)
}
struct tm *gmtime_r(const long *from, struct tm *to) { GIVES_GREENWICH(from) }
/* The zone is any one, and so is what depends on it: the members fit each other (but for the day of the week, which is any
   one) and the seconds, to two days. */
#define GIVEN(member, low, high)                                                     \
  to->member = bireach_input_int();                                                  \
  if (to->member < (low) || to->member > (high)) bireach_outside();
#define GIVES_LOCAL(from)                                                            \
  if (*from > 67767976233532799LL || *from < -67768040609740800LL) FAILS_WITH(EOVERFLOW) \
  GIVEN(tm_sec, 0, 60)                                                               \
  GIVEN(tm_min, 0, 59)                                                               \
  GIVEN(tm_hour, 0, 23)                                                              \
  GIVEN(tm_mon, 0, 11)                                                               \
  GIVEN(tm_year, -2147483647 - 1, 2147483647)                                        \
  int year = to->tm_year % 400 + 1900, month = to->tm_mon;                           \
  int is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);               \
  GIVEN(tm_mday, 1, month == 1 ? 28 + is_leap : month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31) \
  to->tm_yday =                                                                      \
      to->tm_mday - 1 + (month > 1 ? is_leap : 0) +                                  \
      (month == 0 ? 0 : month == 1 ? 31 : month == 2 ? 59 : month == 3 ? 90 : month == 4 ? 120 : month == 5 ? 151 : \
       month == 6 ? 181 : month == 7 ? 212 : month == 8 ? 243 : month == 9 ? 273 : month == 10 ? 304 : 334); \
  long long seconds = (to->tm_year - 70LL) * 31556952 + to->tm_yday * 86400LL;       \
  if (*from - seconds > 4 * 86400 || seconds - *from > 4 * 86400) bireach_outside(); \
  GIVEN(tm_wday, 0, 6)                                                               \
  GIVEN(tm_isdst, 0, 1)                                                              \
  GIVEN(tm_gmtoff, -93599, 93599)                                                    \
  for (int i = 0; i < 3; i++) {                                                      \
    int c = bireach_input_int();                                                     \
    if (c < 'A' || c > 'Z') bireach_outside();                                       \
    bireach_zone[i] = (char)c;                                                       \
  }                                                                                  \
  to->tm_zone = bireach_zone;                                                        \
  return to;
struct tm *localtime(const long *from) {
  struct tm *to = &bireach_time;
  GIVES_LOCAL(from)
}
struct tm *localtime_r(const long *from, struct tm *to) { GIVES_LOCAL(from) }
)"},
      {{"timegm"},
       R"(
/* The parts may lie outside of their ranges, and come back within them. */
long timegm(struct tm *to) {
  long long month = to->tm_mon, year = to->tm_year + 1900LL + month / 12;
  month %= 12;
  if (month < 0) {
    month += 12;
    year--;
  }
  long long shifted = month < 2 ? year - 1 : year, moved = month < 2 ? month + 10 : month - 2;
  long long past = (shifted >= 0 ? shifted : shifted - 399) / 400, rest_year = shifted - past * 400;
  long long count = past * 146097 + rest_year * 365 + rest_year / 4 - rest_year / 100 + (153 * moved + 2) / 5 +
                    to->tm_mday - 1 - 719468;
  long long result = count * 86400 + to->tm_hour * 3600LL + to->tm_min * 60LL + to->tm_sec;
  struct tm kept = *to;
  {
    BREAK_DOWN_OR(result, {
      *to = kept;
      bireach_errno = EOVERFLOW;
      return -1;
    })
  }
  to->tm_isdst = 0;
  to->tm_gmtoff = 0;
  to->tm_zone = "GMT";
  return (long)result;
}
)"},
      {{"asctime", "asctime_r"},
       R"(
static const char bireach_weekdays[] = "SunMonTueWedThuFriSat";
static const char bireach_months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
#define TWO_DIGITS(at, number, blank)                                                \
  text[at] = (char)((number) < 10 ? blank : '0' + (number) / 10);                    \
  text[at + 1] = (char)('0' + (number) % 10);
/* 7.27.3.1 leaves other values undefined. */
#define GIVES_TEXT(time)                                                             \
  if (time->tm_wday < 0 || time->tm_wday > 6 || time->tm_mon < 0 || time->tm_mon > 11 || time->tm_mday < 0 || \
      time->tm_mday > 99 || time->tm_hour < 0 || time->tm_hour > 99 || time->tm_min < 0 || time->tm_min > 99 || \
      time->tm_sec < 0 || time->tm_sec > 99 || time->tm_year < -900 || time->tm_year > 8099) \
    bireach_refuse("asctime of a time outside of the usual ranges");                 \
  for (int i = 0; i < 3; i++) {                                                      \
    text[i] = bireach_weekdays[3 * time->tm_wday + i];                               \
    text[4 + i] = bireach_months[3 * time->tm_mon + i];                              \
  }                                                                                  \
  text[3] = ' ';                                                                     \
  text[7] = ' ';                                                                     \
  TWO_DIGITS(8, time->tm_mday, ' ')                                                  \
  text[10] = ' ';                                                                    \
  TWO_DIGITS(11, time->tm_hour, '0')                                                 \
  text[13] = ':';                                                                    \
  TWO_DIGITS(14, time->tm_min, '0')                                                  \
  text[16] = ':';                                                                    \
  TWO_DIGITS(17, time->tm_sec, '0')                                                  \
  text[19] = ' ';                                                                    \
  int year = time->tm_year + 1900;                                                   \
  TWO_DIGITS(20, year / 100, '0')                                                    \
  TWO_DIGITS(22, year % 100, '0')                                                    \
  text[24] = '\n';                                                                   \
  text[25] = 0;                                                                      \
  return text;
static char bireach_time_text[26];
char *asctime(const struct tm *time) {
  char *text = bireach_time_text;
  GIVES_TEXT(time)
}
char *asctime_r(const struct tm *time, char *text) { GIVES_TEXT(time) }
)"},
      {{"strftime"},
       R"(
static const char *const bireach_day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const bireach_month_names[] = {"January", "February", "March", "April", "May", "June", "July",
                                                  "August", "September", "October", "November", "December"};
#define PUT_TIME(c)                                                                  \
  {                                                                                  \
    if (n + 1 >= size) return 0;                                                     \
    to[n++] = (char)(c);                                                             \
  }
#define PUT_TWO(number, blank)                                                       \
  {                                                                                  \
    long long two = number;                                                          \
    if (two < 0 || two > 99) bireach_refuse("strftime of a time outside of the usual ranges"); \
    PUT_TIME(two < 10 ? blank : '0' + two / 10)                                      \
    PUT_TIME('0' + two % 10)                                                         \
  }
#define WITHIN(number, count)                                                        \
  if (number < 0 || number >= count) bireach_refuse("strftime of a time outside of the usual ranges");
#define PUT_NAME(names, number, count, most)                                         \
  {                                                                                  \
    WITHIN(number, count)                                                            \
    for (int i = 0; i < most && names[number][i]; i++) PUT_TIME(names[number][i])    \
  }
#define YEAR                                                                         \
  long long year = time->tm_year + 1900LL;                                           \
  if (year < 1000 || year > 9999) bireach_refuse("strftime of a time outside of the usual ranges");
size_t strftime(char *to, size_t size, const char *format, const struct tm *time) {
  size_t n = 0;
  for (; *format; format++) {
    if (*format != '%') {
      PUT_TIME(*format)
      continue;
    }
    format++;
    switch (*format) {
      case '%': PUT_TIME('%') break;
      case 'n': PUT_TIME('\n') break;
      case 't': PUT_TIME('\t') break;
      case 'Y': { YEAR PUT_TWO(year / 100, '0') PUT_TWO(year % 100, '0') break; }
      case 'y': { YEAR PUT_TWO(year % 100, '0') break; }
      case 'C': { YEAR PUT_TWO(year / 100, '0') break; }
      case 'm': PUT_TWO(time->tm_mon + 1LL, '0') break;
      case 'd': PUT_TWO(time->tm_mday, '0') break;
      case 'e': PUT_TWO(time->tm_mday, ' ') break;
      case 'H': PUT_TWO(time->tm_hour, '0') break;
      case 'I': WITHIN(time->tm_hour, 24) PUT_TWO(time->tm_hour % 12 == 0 ? 12 : time->tm_hour % 12, '0') break;
      case 'M': PUT_TWO(time->tm_min, '0') break;
      case 'S': PUT_TWO(time->tm_sec, '0') break;
      case 'j': WITHIN(time->tm_yday, 366) PUT_TIME('0' + (time->tm_yday + 1LL) / 100) PUT_TWO((time->tm_yday + 1LL) % 100, '0') break;
      case 'w': WITHIN(time->tm_wday, 7) PUT_TIME('0' + time->tm_wday) break;
      case 'p': WITHIN(time->tm_hour, 24) PUT_TIME(time->tm_hour >= 12 ? 'P' : 'A') PUT_TIME('M') break;
      case 'a': PUT_NAME(bireach_day_names, time->tm_wday, 7, 3) break;
      case 'A': PUT_NAME(bireach_day_names, time->tm_wday, 7, 99) break;
      case 'b':
      case 'h': PUT_NAME(bireach_month_names, time->tm_mon, 12, 3) break;
      case 'B': PUT_NAME(bireach_month_names, time->tm_mon, 12, 99) break;
      case 'T':
        PUT_TWO(time->tm_hour, '0') PUT_TIME(':') PUT_TWO(time->tm_min, '0') PUT_TIME(':') PUT_TWO(time->tm_sec, '0')
        break;
      case 'R': PUT_TWO(time->tm_hour, '0') PUT_TIME(':') PUT_TWO(time->tm_min, '0') break;
      case 'F': {
        YEAR
        PUT_TWO(year / 100, '0') PUT_TWO(year % 100, '0') PUT_TIME('-') PUT_TWO(time->tm_mon + 1LL, '0') PUT_TIME('-')
        PUT_TWO(time->tm_mday, '0')
        break;
      }
      case 'D': {
        YEAR
        PUT_TWO(time->tm_mon + 1LL, '0') PUT_TIME('/') PUT_TWO(time->tm_mday, '0') PUT_TIME('/') PUT_TWO(year % 100, '0')
        break;
      }
      default: bireach_refuse("a conversion of strftime");
    }
  }
  if (n >= size) return 0;
  to[n] = 0;
  return n;
}
)"},
  };
  return result;
}

}  // namespace bireach::frontend
