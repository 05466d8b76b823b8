// SPDX-License-Identifier: Apache-2.0
/// POSIX.1-2017: calls of the system that a program sees by their results only. A failure sets `errno`; the other
/// results are any that the call may give. As in stream_text.cpp the replay compiles each definition.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& system_parts() {
  static const std::vector<LibraryPart> result{
      {{"access", "chdir", "fchdir", "chmod", "fchmod", "mkdir", "rmdir", "unlink", "link", "symlink", "rename",
        "remove", "close", "fsync", "fdatasync", "ftruncate", "truncate", "fseek", "fseeko"},
       R"(
#define SUCCEEDS                                                                     \
  {                                                                                  \
    int got = bireach_input_int();                                                   \
    if (got == -1) FAILS(-1)                                                         \
    if (got) bireach_outside();                                                      \
    return 0;                                                                        \
  }
int access(const char *path, int mode) SUCCEEDS
int chdir(const char *path) SUCCEEDS
int fchdir(int file) SUCCEEDS
int chmod(const char *path, unsigned mode) SUCCEEDS
int fchmod(int file, unsigned mode) SUCCEEDS
int mkdir(const char *path, unsigned mode) SUCCEEDS
int rmdir(const char *path) SUCCEEDS
int unlink(const char *path) SUCCEEDS
int link(const char *from, const char *to) SUCCEEDS
int symlink(const char *from, const char *to) SUCCEEDS
int rename(const char *from, const char *to) SUCCEEDS
int remove(const char *path) SUCCEEDS
int close(int file) SUCCEEDS
int fsync(int file) SUCCEEDS
int fdatasync(int file) SUCCEEDS
int ftruncate(int file, long length) SUCCEEDS
int truncate(const char *path, long length) SUCCEEDS
int fseek(struct _IO_FILE *stream, long offset, int from) SUCCEEDS
int fseeko(struct _IO_FILE *stream, long offset, int from) SUCCEEDS
)"},
      {{"open", "creat", "dup", "dup2", "lseek", "ftell", "ftello"},
       R"(
#define GIVES(type, least, most)                                                     \
  {                                                                                  \
    long long got = bireach_input_long_long();                                       \
    if (got == -1) FAILS(-1)                                                         \
    if (got < (least) || got > (most)) bireach_outside();                            \
    return (type)got;                                                                \
  }
int open(const char *path, int flags, ...) GIVES(int, 0, 0x7fffffff)
int creat(const char *path, unsigned mode) GIVES(int, 0, 0x7fffffff)
int dup(int file) GIVES(int, 0, 0x7fffffff)
int dup2(int file, int wanted) GIVES(int, wanted < 0 ? 1 : wanted, wanted < 0 ? 0 : wanted)
long lseek(int file, long offset, int from) GIVES(long, 0, __LONG_MAX__)
long ftell(struct _IO_FILE *stream) GIVES(long, 0, __LONG_MAX__)
long ftello(struct _IO_FILE *stream) GIVES(long, 0, __LONG_MAX__)
)"},
      {{"getpid"},
       R"(
static int bireach_process;
int getpid(void) {  /* fork is refused */
  if (bireach_process) return bireach_process;
  int got = bireach_input_int();
  if (got < 1) bireach_outside();
  bireach_process = got;
  return got;
}
)"},
      {{"getppid", "alarm", "umask", "isatty", "system"},
       R"(
int getppid(void) {
  int got = bireach_input_int();
  if (got < 0) bireach_outside();
  return got;
}
unsigned alarm(unsigned seconds) { return (unsigned)bireach_input_int(); }
unsigned umask(unsigned mode) {
  int got = bireach_input_int();
  if (got < 0 || got > 0777) bireach_outside();
  return (unsigned)got;
}
int isatty(int file) {
  int got = bireach_input_int();
  if (got == 0) FAILS(0)
  if (got != 1) bireach_outside();
  return 1;
}
int system(const char *command) { return bireach_input_int(); }
)"},
      {{"pipe"},
       R"(
int pipe(int *files) {
  int got = bireach_input_int();
  if (got == -1) FAILS(-1)
  if (got) bireach_outside();
  int first = bireach_input_int(), second = bireach_input_int();
  if (first < 0 || second < 0 || first == second) bireach_outside();
  files[0] = first;
  files[1] = second;
  return 0;
}
)"},
      {{"getcwd", "gethostname", "readlink"},
       R"(
char *getcwd(char *to, size_t size) {
  if (!to) bireach_refuse("getcwd without a buffer");
  int got = bireach_input_int();
  if (got == 0) FAILS(0)
  if (got != 1) bireach_outside();
  for (size_t i = 0; i < size; i++) {
    int c = bireach_input_character();
    if (c < 0 || c > 255 || (i == 0 && c != '/')) bireach_outside();
    to[i] = (char)c;
    if (!c) return to;
  }
  bireach_outside();
  return 0;
}
int gethostname(char *to, size_t size) {
  int got = bireach_input_int();
  if (got == -1) FAILS(-1)
  if (got) bireach_outside();
  for (size_t i = 0; i < size; i++) {
    int c = bireach_input_character();
    if (c < 0 || c > 255) bireach_outside();
    to[i] = (char)c;
    if (!c) return 0;
  }
  bireach_outside();
  return 0;
}
__PTRDIFF_TYPE__ readlink(const char *path, char *to, size_t size) {
  long long got = bireach_input_long_long();
  if (got == -1) FAILS(-1)
  if (got < 0 || (unsigned long long)got > size) bireach_outside();
  for (size_t i = 0; i < (size_t)got; i++) {
    int c = bireach_input_character();
    if (c < 1 || c > 255) bireach_outside();
    to[i] = (char)c;
  }
  return (__PTRDIFF_TYPE__)got;
}
)"},
      {{"srand", "srandom", "srand48"},
       R"(
/* Numbers are any, so those of one seed must not be asked for twice; 0 means 1. (The seed at first, which is 1, too, is not among
   them: the first seed is most often the time, which may be anything.) */
static unsigned bireach_seeds[8];
static int bireach_seed_count;
#define TAKES_SEED(given)                                                            \
  {                                                                                  \
    unsigned seed = (given) ? (given) : 1;                                           \
    for (int i = 0; i < bireach_seed_count; i++)                                     \
      if (bireach_seeds[i] == seed) bireach_refuse("a seed that was there before");  \
    if (bireach_seed_count == 8) bireach_refuse("more than eight seeds");            \
    bireach_seeds[bireach_seed_count++] = seed;                                      \
  }
void srand(unsigned number) TAKES_SEED(number)
void srandom(unsigned number) TAKES_SEED(number)
void srand48(long number) TAKES_SEED((unsigned)number)
)"},
      {{"rand_r"},
       R"(
/* glibc's numbers depend on the state only. */
int rand_r(unsigned *state) {
  unsigned next = *state, result = 0;
  for (int i = 0; i < 3; i++) {
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (next >> 16) % (i ? 1024 : 2048);
  }
  *state = next;
  return (int)result;
}
)"},
      {{"drand48", "erand48", "mrand48", "nrand48", "jrand48"},
       R"(
#define ANY_STATE(state)                                                             \
  for (int i = 0; i < 3; i++) (state)[i] = (unsigned short)bireach_input_int();
#define FROM_0_TO_1                                                                  \
  double got = bireach_input_double();                                               \
  if (!(got >= 0 && got < 1)) bireach_outside();                                     \
  return got;
#define FROM(least)                                                                  \
  int got = bireach_input_int();                                                     \
  if (got < (least)) bireach_outside();                                              \
  return got;
double drand48(void) { FROM_0_TO_1 }
double erand48(unsigned short *state) {
  ANY_STATE(state)
  FROM_0_TO_1
}
long mrand48(void) { FROM(-2147483647 - 1) }
long nrand48(unsigned short *state) {
  ANY_STATE(state)
  FROM(0)
}
long jrand48(unsigned short *state) {
  ANY_STATE(state)
  FROM(-2147483647 - 1)
}
)"},
      {{"clock_gettime", "clock_getres", "timespec_get", "gettimeofday", "nanosleep"},
       R"(
#ifndef bireach_has_timespec
#define bireach_has_timespec
struct timespec { long tv_sec, tv_nsec; };
#endif
struct timeval { long tv_sec, tv_usec; };
/* Linux counts nanoseconds in 64 bits. */
#define READS_CLOCK(to, part, in_a_second)                                           \
  long long seconds = bireach_input_long_long(), rest = bireach_input_long_long();   \
  if (seconds < 0 || seconds > 9223372036LL || rest < 0 || rest >= in_a_second) bireach_outside(); \
  (to)->tv_sec = (long)seconds;                                                      \
  (to)->part = (long)rest;
static long long bireach_steady_seconds, bireach_steady_rest;
int clock_gettime(int clock, struct timespec *to) {
  int got = bireach_input_int();
  if (got == -1) FAILS(-1)
  if (got) bireach_outside();
  READS_CLOCK(to, tv_nsec, 1000000000)
  if (clock == 1) {  /* CLOCK_MONOTONIC */
    if (seconds < bireach_steady_seconds || (seconds == bireach_steady_seconds && rest < bireach_steady_rest))
      bireach_outside();
    bireach_steady_seconds = seconds;
    bireach_steady_rest = rest;
  }
  return 0;
}
int clock_getres(int clock, struct timespec *to) {
  int got = bireach_input_int();
  if (got == -1) FAILS(-1)
  if (got) bireach_outside();
  if (!to) return 0;
  READS_CLOCK(to, tv_nsec, 1000000000)
  return 0;
}
int timespec_get(struct timespec *to, int base) {
  int got = bireach_input_int();
  if (got == 0 || base != 1) return 0;
  if (got != 1) bireach_outside();
  READS_CLOCK(to, tv_nsec, 1000000000)
  return 1;
}
int gettimeofday(struct timeval *to, void *zone) {
  if (zone) bireach_refuse("gettimeofday with a time zone");
  int got = bireach_input_int();
  if (got == -1) FAILS(-1)
  if (got) bireach_outside();
  READS_CLOCK(to, tv_usec, 1000000)
  return 0;
}
int nanosleep(const struct timespec *wanted, struct timespec *left) {
  long most = wanted->tv_sec;
  int got = bireach_input_int();
  if (got == 0) return 0;
  if (got != -1) bireach_outside();
  if (left) {
    READS_CLOCK(left, tv_nsec, 1000000000)
    if (seconds > most) bireach_outside();
  }
  FAILS(-1)
}
)"},
      {{"setbuf", "setvbuf"},
       R"(
void setbuf(struct _IO_FILE *stream, char *buffer) {
  if (buffer) bireach_refuse("setbuf with a buffer");
}
int setvbuf(struct _IO_FILE *stream, char *buffer, int mode, size_t size) {
  if (buffer) bireach_refuse("setvbuf with a buffer");
  int got = bireach_input_int();
  return got;
}
)"},
  };
  return result;
}

}  // namespace bireach::frontend
