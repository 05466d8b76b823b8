// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.21 and 7.27; POSIX.1-2017. What comes from outside of the program is any value that the
/// function may give; each of these definitions stands alone, since the replay compiles it in place of the library's.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

std::string line_reader(std::string_view next) {
  return std::string(R"(
#define READ_LINE(line, size, end)                                                   \
  size_t i = 0;                                                                      \
  if (!*line || !*size) {                                                            \
    char *fresh = realloc(*line, 120);                                               \
    if (!fresh) return -1;                                                           \
    *line = fresh;                                                                   \
    *size = 120;                                                                     \
  }                                                                                  \
  for (;;) {                                                                         \
)")
      .append(next)
      .append(R"(                                                                                  \
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
)");
}

const std::vector<LibraryPart>& stream_parts() {
  static const std::string lines = line_reader("    INPUT_BYTE(c)") + R"(
#define READS_LINE { READ_LINE(line, size, '\n') }
#define READS_UP_TO_END { READ_LINE(line, size, end) }
__PTRDIFF_TYPE__ getline(char **line, size_t *size, struct _IO_FILE *stream) READS_LINE
__PTRDIFF_TYPE__ getdelim(char **line, size_t *size, int end, struct _IO_FILE *stream) READS_UP_TO_END
__PTRDIFF_TYPE__ __getdelim(char **line, size_t *size, int end, struct _IO_FILE *stream) READS_UP_TO_END
)";
  static const std::vector<LibraryPart> result{
      {{},
       R"(
extern int bireach_input_int(void);
/* … that says what scanf finds: 1 what it asks for, 0 something else, -1 the end. */
extern int bireach_input_outcome(void);
/* … that is not 0 where reading fails. */
extern int bireach_input_failure(void);
/* … that is a character of a text: reports put those of one call together (checker/report/input_texts.h). */
extern int bireach_input_character(void);
extern long long bireach_input_long_long(void);
extern float bireach_input_float(void);
extern double bireach_input_double(void);
extern void bireach_outside(void);
extern void bireach_assume_clock(void);
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
    if (c == -1 && (i == 0 || bireach_input_failure())) return 0;  /* an error may come behind some characters, too */
    if (c == -1) break;
    to[i++] = (char)c;
    if (c == '\n') break;
  }
  to[i] = 0;
  return to;
}
)"},
      {{"getline", "getdelim", "__getdelim"}, lines},
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
      {{"fopen", "fdopen", "fopen64", "popen"},
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
struct _IO_FILE *fopen64(const char *path, const char *mode) { OPEN_STREAM }
struct _IO_FILE *popen(const char *command, const char *mode) { OPEN_STREAM }
struct _IO_FILE *fdopen(int file, const char *mode) { OPEN_STREAM }
)",
       R"(
extern struct _IO_FILE *tmpfile(void);
#define OPEN_STREAM                                                                  \
  int got = bireach_input_int();                                                     \
  if (!got) FAILS(0)                                                                 \
  return tmpfile();
struct _IO_FILE *fopen(const char *path, const char *mode) { OPEN_STREAM }
struct _IO_FILE *fopen64(const char *path, const char *mode) { OPEN_STREAM }
struct _IO_FILE *popen(const char *command, const char *mode) { OPEN_STREAM }
struct _IO_FILE *fdopen(int file, const char *mode) { OPEN_STREAM }
)"},
      {{"tmpfile", "tmpfile64"},
       R"(
struct _IO_FILE *tmpfile(void) { OPEN_STREAM }
struct _IO_FILE *tmpfile64(void) { OPEN_STREAM }
)",
       R"(
extern struct _IO_FILE *fmemopen(void *, size_t, const char *);
#define OPEN_IN_MEMORY                                                               \
  int got = bireach_input_int();                                                     \
  if (!got) FAILS(0)                                                                 \
  return fmemopen(0, 65536, "w+");
struct _IO_FILE *tmpfile(void) { OPEN_IN_MEMORY }
struct _IO_FILE *tmpfile64(void) { OPEN_IN_MEMORY }
)"},
      {{"freopen"},
       R"(
struct _IO_FILE *freopen(const char *path, const char *mode, struct _IO_FILE *stream) {
  int got = bireach_input_int();
  if (got != 0 && got != 1) bireach_outside();
  if (!got) FAILS(0)
  return stream;
}
)"},
      {{"time"},
       R"(
/* The last days of the year 9999 are left for time zones. */
long time(long *to) {
  long long now = bireach_input_long_long();
  bireach_assume_clock();
  if (now < 0 || now > __LONG_MAX__ || now >= 253401609600LL) bireach_outside();
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
  };
  return result;
}

}  // namespace bireach::frontend
