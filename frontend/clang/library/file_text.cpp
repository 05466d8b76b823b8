// SPDX-License-Identifier: Apache-2.0
/// POSIX.1-2017, <libgen.h>, <sys/stat.h>, <sys/random.h> and parts of <stdio.h> and <unistd.h>: files and their names.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& file_parts() {
  static const std::vector<LibraryPart> result{
      {{"basename", "__xpg_basename", "dirname"},
       R"(
/* GNU's, of <string.h>. */
char *basename(const char *path) {
  const char *from = path;
  for (const char *at = path; *at; at++)
    if (*at == '/') from = at + 1;
  return (char *)from;
}
static char bireach_here[2];
#define CURRENT_FOLDER                                                               \
  {                                                                                  \
    bireach_here[0] = '.';                                                           \
    return bireach_here;                                                             \
  }
char *__xpg_basename(char *path) {
  if (!path || !*path) CURRENT_FOLDER
  const size_t length = strlen(path);
  size_t end = length;
  while (end && path[end - 1] == '/') end--;
  if (!end) return path + length - 1;
  if (end < length) path[end] = 0;
  while (end && path[end - 1] != '/') end--;
  return path + end;
}
char *dirname(char *path) {
  if (!path || !*path) CURRENT_FOLDER
  size_t end = strlen(path);
  while (end && path[end - 1] == '/') end--;
  if (end) {
    while (end && path[end - 1] != '/') end--;
    if (!end) CURRENT_FOLDER
    while (end && path[end - 1] == '/') end--;
  }
  if (!end) end = path[1] == '/' && path[2] != '/' ? 2 : 1;  /* two slashes stay two */
  path[end] = 0;
  return path;
}
)"},
      {{"rewind"}, "void rewind(struct _IO_FILE *stream) {}\n"},
      {{"fileno"},
       R"(
extern struct _IO_FILE *stdin, *stdout, *stderr;
static struct _IO_FILE *bireach_numbered_stream;
static int bireach_number_of_stream;
int fileno(struct _IO_FILE *stream) {
  if (stream == stdin) return 0;
  if (stream == stdout) return 1;
  if (stream == stderr) return 2;
  if (bireach_numbered_stream && bireach_numbered_stream == stream) return bireach_number_of_stream;
  if (bireach_numbered_stream) bireach_refuse("fileno of two streams");
  int got = bireach_input_int();
  if (got < 0) bireach_outside();
  bireach_numbered_stream = stream;
  bireach_number_of_stream = got;
  return got;
}
)"},
      {{"getpagesize", "sysconf"},
       R"(
#define PAGE 4096  /* on x86 */
int getpagesize(void) { return PAGE; }
/* Much of it changes while the program runs. */
long sysconf(int what) {
  if (what == 2) return 100;  /* _SC_CLK_TCK */
  if (what == 30) return PAGE;
  long long got = bireach_input_long_long();
  if (got < -1 || got > __LONG_MAX__) bireach_outside();
  return (long)got;
}
)"},
      {{"getrandom", "getentropy"},
       R"(
#define RANDOM_BYTES(bytes)                                                          \
  for (size_t i = 0; i < (size_t)(bytes); i++) {                                     \
    INPUT_BYTE(c)                                                                    \
    if (c < 0) bireach_outside();                                                    \
    to[i] = (unsigned char)c;                                                        \
  }
__PTRDIFF_TYPE__ getrandom(void *object, size_t count, unsigned flags) {
  unsigned char *to = object;
  long long got = bireach_input_long_long();
  if (got == -1) FAILS(-1)
  if (got < 0 || (unsigned long long)got > count) bireach_outside();
  if (count <= 256 && !flags && (unsigned long long)got < count) bireach_outside();
  RANDOM_BYTES(got)
  return (__PTRDIFF_TYPE__)got;
}
int getentropy(void *object, size_t count) {
  unsigned char *to = object;
  int got = bireach_input_int();
  if (got == -1) FAILS(-1)
  if (got || count > 256) bireach_outside();
  RANDOM_BYTES(count)
  return 0;
}
)"},
      {{"stat", "lstat", "fstat", "fstatat"},
       R"(
#if __SIZEOF_POINTER__ == 8
#ifndef bireach_has_timespec
#define bireach_has_timespec
struct timespec { long tv_sec, tv_nsec; };
#endif
struct stat {
  unsigned long st_dev, st_ino, st_nlink;
  unsigned st_mode, st_uid, st_gid;
  int __pad0;
  unsigned long st_rdev;
  long st_size, st_blksize, st_blocks;
  struct timespec st_atim, st_mtim, st_ctim;
  long __glibc_reserved[3];
};
#define ANY_TIME(time)                                                               \
  time.tv_sec = (long)bireach_input_long_long();                                     \
  {                                                                                  \
    long long rest = bireach_input_long_long();                                      \
    if (rest < 0 || rest > 999999999) bireach_outside();                             \
    time.tv_nsec = (long)rest;                                                       \
  }
#define ANY_LENGTH(length)                                                           \
  {                                                                                  \
    long long size = bireach_input_long_long();                                      \
    if (size < 0) bireach_outside();                                                 \
    length = (long)size;                                                             \
  }
#define TELLS_OF_FILE                                                                \
  {                                                                                  \
    int got = bireach_input_int();                                                   \
    if (got == -1) FAILS(-1)                                                         \
    if (got) bireach_outside();                                                      \
    to->st_dev = (unsigned long)bireach_input_long_long();                           \
    to->st_ino = (unsigned long)bireach_input_long_long();                           \
    to->st_nlink = (unsigned)bireach_input_int();                                    \
    int mode = bireach_input_int();                                                  \
    if (mode < 0 || mode > 0177777) bireach_outside();                               \
    to->st_mode = (unsigned)mode;                                                    \
    to->st_uid = (unsigned)bireach_input_int();                                      \
    to->st_gid = (unsigned)bireach_input_int();                                      \
    to->st_rdev = (unsigned long)bireach_input_long_long();                          \
    ANY_LENGTH(to->st_size)                                                          \
    ANY_LENGTH(to->st_blksize)                                                       \
    ANY_LENGTH(to->st_blocks)                                                        \
    ANY_TIME(to->st_atim)                                                            \
    ANY_TIME(to->st_mtim)                                                            \
    ANY_TIME(to->st_ctim)                                                            \
    return 0;                                                                        \
  }
#else
struct stat;
#define TELLS_OF_FILE                                                                \
  {                                                                                  \
    bireach_refuse("stat with 32 bits, where structures differ");                    \
    return -1;                                                                       \
  }
#endif
int stat(const char *path, struct stat *to) TELLS_OF_FILE
int lstat(const char *path, struct stat *to) TELLS_OF_FILE
int fstat(int file, struct stat *to) TELLS_OF_FILE
int fstatat(int folder, const char *path, struct stat *to, int flags) TELLS_OF_FILE
)"},
  };
  return result;
}

}  // namespace bireach::frontend
