// SPDX-License-Identifier: Apache-2.0
/// What the environment tells a program about itself: its variables (POSIX.1-2017, getenv), in strings that Linux
/// hands over (MAX_ARG_STRLEN), and what the numbers of errors mean, in the words of the GNU C library in the "C"
/// locale. And what it does for it at its end (C11 7.22.4.2), also of glibc's <error.h>.
#include <string>
#include <string_view>

#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

namespace {

/// What is done first, where the text is verified: the table is not for several threads, and a string has its end at
/// any place of the array that holds it.
constexpr std::string_view verified_first = R"(
extern unsigned bireach_self(void);
extern void bireach_assume_text_ends(void);
#define FIRST                                                                        \
  bireach_assume_text_ends();                                                        \
  if (bireach_self() != 1) bireach_refuse("getenv in a thread");
)";

std::string environment_text(std::string_view definitions) {
  return std::string(definitions) + R"(
/* Whoever asks again for a variable gets the same string. Those that change the environment are refused. */
enum { VARIABLES = 16, NAME_SIZE = 64, VALUE_SIZE = 131070 };
static char bireach_names[VARIABLES][NAME_SIZE];
static char bireach_values[VARIABLES][VALUE_SIZE];
static char bireach_is_set[VARIABLES];
static unsigned bireach_variables;
char *getenv(const char *name) {
  unsigned n = 0, i;
  if (!name[0]) return 0;
  FIRST
  for (; n < bireach_variables; n++) {
    for (i = 0; name[i] && name[i] == bireach_names[n][i]; i++) {}
    if (name[i] == bireach_names[n][i]) return bireach_is_set[n] ? bireach_values[n] : 0;
  }
  if (n >= VARIABLES) bireach_refuse("more than 16 variables of the environment");
  for (i = 0; name[i]; i++) {
    if (i + 1 >= NAME_SIZE) bireach_refuse("a variable of the environment with a name of more than 63 characters");
    bireach_names[n][i] = name[i];
  }
  bireach_variables = n + 1;
  if (!bireach_input_int()) return 0;
  bireach_is_set[n] = 1;
  for (i = 0;; i++) {
    int c = bireach_input_character();
    if (c < 0 || c > 255) bireach_outside();
    if (!c) return bireach_values[n];
    if (i + 1 >= VALUE_SIZE) bireach_outside();
    bireach_values[n][i] = (char)c;
  }
}
)";
}

}  // namespace

const std::vector<LibraryPart>& environment_parts() {
  static const std::string read = environment_text(verified_first);
  static const std::string replayed = environment_text("\n#define FIRST\n");
  static const std::vector<LibraryPart> result{
      {{"getenv"}, read, replayed},
      // `__run_exit_handlers` is called before the destructors, as glibc has it, if the program uses atexit.
      {{"atexit"},
       R"(
static void (*bireach_at_exit[32])(void);
static unsigned bireach_at_exit_count;
int atexit(void (*function)(void)) {
  bireach_atomic_begin();
  if (bireach_at_exit_count == 32) bireach_refuse("more than 32 functions for the end of the program");
  bireach_at_exit[bireach_at_exit_count] = function;
  bireach_at_exit_count = bireach_at_exit_count + 1;
  bireach_atomic_end();
  return 0;
}
void __run_exit_handlers(void) {
  for (;;) {
    unsigned left;
    void (*function)(void) = 0;
    bireach_atomic_begin();
    left = bireach_at_exit_count;
    if (left > 0) {
      function = bireach_at_exit[left - 1];
      bireach_at_exit_count = left - 1;
    }
    bireach_atomic_end();
    if (left == 0) return;
    function();
  }
}
)"},
      {{"error", "error_at_line"},
       R"(
extern void exit(int status);
/* Of what the format asks for, only a number that is written changes anything. */
static void bireach_error(int status, const char *format) {
  for (; *format; format++) {
    if (format[0] != '%') continue;
    for (format++; *format && *format < 'A'; format++) {}
    while (*format == 'h' || *format == 'l' || *format == 'j' || *format == 'z' || *format == 't') format++;
    if (*format == 'n') bireach_refuse("%n");
    if (!*format) break;
  }
  if (status) exit(status);
}
void error(int status, int number, const char *format, ...) { bireach_error(status, format); }
void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  bireach_error(status, format);
}
)"},
      {{"strerror"},
       R"(
static const char *const bireach_messages[] = {
    "Success", "Operation not permitted", "No such file or directory", "No such process", "Interrupted system call",
    "Input/output error", "No such device or address", "Argument list too long", "Exec format error",
    "Bad file descriptor", "No child processes", "Resource temporarily unavailable", "Cannot allocate memory",
    "Permission denied", "Bad address", "Block device required", "Device or resource busy", "File exists",
    "Invalid cross-device link", "No such device", "Not a directory", "Is a directory", "Invalid argument",
    "Too many open files in system", "Too many open files", "Inappropriate ioctl for device", "Text file busy",
    "File too large", "No space left on device", "Illegal seek", "Read-only file system", "Too many links",
    "Broken pipe", "Numerical argument out of domain", "Numerical result out of range", "Resource deadlock avoided",
    "File name too long", "No locks available", "Function not implemented", "Directory not empty",
    "Too many levels of symbolic links", 0, "No message of desired type", "Identifier removed",
    "Channel number out of range", "Level 2 not synchronized", "Level 3 halted", "Level 3 reset",
    "Link number out of range", "Protocol driver not attached", "No CSI structure available", "Level 2 halted",
    "Invalid exchange", "Invalid request descriptor", "Exchange full", "No anode", "Invalid request code",
    "Invalid slot", 0, "Bad font file format", "Device not a stream", "No data available", "Timer expired",
    "Out of streams resources", "Machine is not on the network", "Package not installed", "Object is remote",
    "Link has been severed", "Advertise error", "Srmount error", "Communication error on send", "Protocol error",
    "Multihop attempted", "RFS specific error", "Bad message", "Value too large for defined data type",
    "Name not unique on network", "File descriptor in bad state", "Remote address changed",
    "Can not access a needed shared library", "Accessing a corrupted shared library",
    ".lib section in a.out corrupted", "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly", "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted", "Streams pipe error", "Too many users",
    "Socket operation on non-socket", "Destination address required", "Message too long",
    "Protocol wrong type for socket", "Protocol not available", "Protocol not supported",
    "Socket type not supported", "Operation not supported", "Protocol family not supported",
    "Address family not supported by protocol", "Address already in use", "Cannot assign requested address",
    "Network is down", "Network is unreachable", "Network dropped connection on reset",
    "Software caused connection abort", "Connection reset by peer", "No buffer space available",
    "Transport endpoint is already connected", "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown", "Too many references: cannot splice", "Connection timed out",
    "Connection refused", "Host is down", "No route to host", "Operation already in progress",
    "Operation now in progress", "Stale file handle", "Structure needs cleaning", "Not a XENIX named type file",
    "No XENIX semaphores available", "Is a named type file", "Remote I/O error", "Disk quota exceeded",
    "No medium found", "Wrong medium type", "Operation canceled", "Required key not available", "Key has expired",
    "Key has been revoked", "Key was rejected by service", "Owner died", "State not recoverable",
    "Operation not possible due to RF-kill", "Memory page has hardware error"};
static char bireach_unknown_error[] = "Unknown error -0000000000";
char *strerror(int error) {
  if (error >= 0 && error < (int)(sizeof bireach_messages / sizeof *bireach_messages) && bireach_messages[error])
    return (char *)bireach_messages[error];
  unsigned value = error < 0 ? 0u - error : (unsigned)error, digits = 1;
  for (unsigned rest = value; rest > 9; rest /= 10) digits++;
  char *to = bireach_unknown_error + 14;
  if (error < 0) *to++ = '-';
  to[digits] = 0;
  for (; digits > 0; value /= 10) to[--digits] = (char)('0' + value % 10);
  return bireach_unknown_error;
}
)"},
  };
  return result;
}

}  // namespace bireach::frontend
