// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/library_functions.h"

#include <algorithm>
#include <array>

namespace bireach::frontend {
namespace {

using Kind = LibraryFunction::Kind;
using Result = LibraryFunction::Output::Result;
constexpr unsigned none = LibraryFunction::none;
constexpr unsigned to_argument = LibraryFunction::returns_argument;
constexpr unsigned to_known = LibraryFunction::returns_known;
constexpr unsigned by_contract = LibraryFunction::writes_by_contract;
constexpr unsigned back = LibraryFunction::calls_back;
constexpr unsigned on_stack = LibraryFunction::on_stack;

/// By name. C11 7.21.7.6, 7.22.2 and POSIX for the ranges; of library_functions that are refused, C says what they do.
constexpr auto library_functions = std::to_array<LibraryFunction>({
    {"_Exit", Kind::ends},
    {"_IO_getc", Kind::number, none, {-1, 255, 1}},
    {"_IO_putc", Kind::invisible, none, {}, {Result::character}},
    {"__VERIFIER_assume", Kind::assumes},
    {"__VERIFIER_atomic_begin", Kind::invisible, none, {}, {Result::any}},
    {"__VERIFIER_atomic_end", Kind::invisible, none, {}, {Result::any}},
    {"__VERIFIER_nondet_memory", Kind::refused},
    {"__assert", Kind::fails},
    {"__assert_fail", Kind::fails},
    {"__assert_func", Kind::fails},
    {"__assert_perror_fail", Kind::fails},
    {"__assert_rtn", Kind::fails},
    {"__builtin_abort", Kind::ends},
    {"__builtin_alloca", Kind::allocates, on_stack},
    {"__builtin_assume", Kind::promises},
    {"__builtin_calloc", Kind::zeroes_array},
    {"__builtin_exit", Kind::exits},
    {"__builtin_free", Kind::frees},
    {"__builtin_malloc", Kind::allocates},
    {"__builtin_prefetch", Kind::invisible, none, {}, {Result::any}},
    {"__builtin_printf", Kind::invisible, none, {}, {Result::length, 0, false}},
    {"__builtin_putchar", Kind::invisible, none, {}, {Result::character}},
    {"__builtin_puts", Kind::invisible, none, {}, {Result::not_below_eof}},
    {"__builtin_realloc", Kind::resizes},
    {"__builtin_trap", Kind::ends},
    {"__builtin_unreachable", Kind::ends},
    {"__isoc99_fscanf", Kind::refused},
    {"__isoc99_scanf", Kind::refused},
    {"__isoc99_sscanf", Kind::refused},
    {"__sigsetjmp", Kind::refused},
    {"_exit", Kind::ends},
    {"_longjmp", Kind::refused},
    {"_setjmp", Kind::refused},
    {"abort", Kind::ends},
    {"alloca", Kind::allocates, on_stack},
    {"argp_parse", Kind::unknown, back},
    {"asctime", Kind::unknown, to_known},
    {"asctime_r", Kind::unknown, to_argument},
    {"asprintf", Kind::unknown, by_contract},
    {"assert", Kind::asserts},
    {"at_quick_exit", Kind::refused, back},
    {"atof", Kind::refused},
    {"atoi", Kind::refused},
    {"atol", Kind::refused},
    {"atoll", Kind::refused},
    {"basename", Kind::unknown, to_argument},
    {"bindtextdomain", Kind::unknown, to_known},
    {"bsd_signal", Kind::unknown, back},
    {"bsearch", Kind::refused, to_argument | back},
    {"call_once", Kind::refused, back},
    {"calloc", Kind::zeroes_array},
    {"catgets", Kind::unknown, to_known},
    {"clearenv", Kind::refused},
    {"clock_getres", Kind::unknown, by_contract},
    {"clock_gettime", Kind::unknown, by_contract},
    {"clone", Kind::refused, back},
    {"crypt", Kind::unknown, to_known},
    {"ctermid", Kind::unknown, to_known},
    {"ctime", Kind::unknown, to_known},
    {"ctime_r", Kind::unknown, to_argument},
    {"cuserid", Kind::unknown, to_known},
    {"dgettext", Kind::unknown, to_known},
    {"dirname", Kind::unknown, to_argument},
    {"div", Kind::refused},
    {"dl_iterate_phdr", Kind::unknown, back},
    {"dlerror", Kind::unknown, to_known},
    {"dlsym", Kind::unknown, to_known},
    {"ecvt", Kind::unknown, to_known},
    {"exit", Kind::exits},
    {"fclose", Kind::invisible, none, {}, {Result::success}},
    {"fcvt", Kind::unknown, to_known},
    {"feclearexcept", Kind::refused},
    {"fedisableexcept", Kind::refused},
    {"feenableexcept", Kind::refused},
    {"fegetenv", Kind::refused},
    {"fegetexceptflag", Kind::refused},
    {"fegetround", Kind::refused},
    {"feholdexcept", Kind::refused},
    {"feof", Kind::number, none, {0, 1, 1}},
    {"feof_unlocked", Kind::number, none, {0, 1, 1}},
    {"feraiseexcept", Kind::refused},
    {"ferror", Kind::number, none, {0, 1, 1}},
    {"ferror_unlocked", Kind::number, none, {0, 1, 1}},
    {"fesetenv", Kind::refused},
    {"fesetexceptflag", Kind::refused},
    {"fesetround", Kind::refused},
    {"fetestexcept", Kind::refused},
    {"feupdateenv", Kind::refused},
    {"fflush", Kind::invisible, none, {}, {Result::success}},
    {"fgetc", Kind::number, none, {-1, 255, 1}},
    {"fgetc_unlocked", Kind::number, none, {-1, 255, 1}},
    {"fgetpos", Kind::unknown, by_contract},
    {"fgets", Kind::unknown, to_argument | by_contract},
    {"fgetws", Kind::unknown, to_argument},
    {"fopencookie", Kind::unknown, back},
    {"fork", Kind::refused},
    {"fprintf", Kind::invisible, none, {}, {Result::length, 1, false}},
    {"fputc", Kind::invisible, none, {}, {Result::character}},
    {"fputc_unlocked", Kind::invisible, none, {}, {Result::character}},
    {"fputs", Kind::invisible, none, {}, {Result::not_below_eof}},
    {"fputs_unlocked", Kind::invisible, none, {}, {Result::not_below_eof}},
    {"fread", Kind::unknown, by_contract},
    {"free", Kind::frees},
    {"freopen", Kind::unknown, to_known},
    {"frexp", Kind::unknown, by_contract},
    {"fscanf", Kind::refused},
    {"fstat", Kind::unknown, by_contract},
    {"fts_open", Kind::unknown, back},
    {"ftw", Kind::unknown, back},
    {"ftw64", Kind::unknown, back},
    {"fwrite", Kind::invisible, none, {}, {Result::elements}},
    {"fwrite_unlocked", Kind::invisible, none, {}, {Result::elements}},
    {"gcvt", Kind::unknown, to_argument},
    {"getaddrinfo", Kind::unknown, by_contract},
    {"getaddrinfo_a", Kind::unknown, back},
    {"getc", Kind::number, none, {-1, 255, 1}},
    {"getc_unlocked", Kind::number, none, {-1, 255, 1}},
    {"getchar", Kind::number, none, {-1, 255}},
    {"getchar_unlocked", Kind::number, none, {-1, 255}},
    {"getcwd", Kind::unknown, to_argument},
    {"getdelim", Kind::unknown, by_contract},
    {"getgrent", Kind::unknown, to_known},
    {"getgrgid", Kind::unknown, to_known},
    {"getgrnam", Kind::unknown, to_known},
    {"getgroups", Kind::unknown, by_contract},
    {"gethostbyaddr", Kind::unknown, to_known},
    {"gethostbyname", Kind::unknown, to_known},
    {"gethostname", Kind::unknown, by_contract},
    {"getitimer", Kind::unknown, by_contract},
    {"getline", Kind::unknown, by_contract},
    {"getlogin", Kind::unknown, to_known},
    {"getmntent", Kind::unknown, to_known},
    {"getpeername", Kind::unknown, by_contract},
    {"getprotobyname", Kind::unknown, to_known},
    {"getpwent", Kind::unknown, to_known},
    {"getpwnam", Kind::unknown, to_known},
    {"getpwuid", Kind::unknown, to_known},
    {"getrlimit", Kind::unknown, by_contract},
    {"getrusage", Kind::unknown, by_contract},
    {"gets", Kind::unknown, to_argument | by_contract},
    {"getservbyname", Kind::unknown, to_known},
    {"getsockname", Kind::unknown, by_contract},
    {"getsockopt", Kind::unknown, by_contract},
    {"gettext", Kind::unknown, to_known},
    {"gettimeofday", Kind::unknown, by_contract},
    {"getwd", Kind::unknown, to_argument},
    {"glob", Kind::unknown, back},
    {"glob64", Kind::unknown, back},
    {"gmtime", Kind::unknown, to_known},
    {"gmtime_r", Kind::unknown, to_argument},
    {"hsearch", Kind::unknown, to_known},
    {"imaxdiv", Kind::refused},
    {"index", Kind::unknown, to_argument},
    {"inet_ntoa", Kind::unknown, to_known},
    {"inet_ntop", Kind::unknown, to_argument},
    {"initstate", Kind::unknown, to_known},
    {"kcalloc", Kind::zeroes_array},
    {"kfree", Kind::frees},
    {"kill", Kind::refused},
    {"kmalloc", Kind::allocates},
    {"kzalloc", Kind::zeroes},
    {"l64a", Kind::unknown, to_known},
    {"ldiv", Kind::refused},
    {"lfind", Kind::unknown, to_argument | back},
    {"lldiv", Kind::refused},
    {"localeconv", Kind::unknown, to_known},
    {"localtime", Kind::unknown, to_known},
    {"localtime_r", Kind::unknown, to_argument},
    {"longjmp", Kind::refused},
    {"lrand48", Kind::number, none, {0, 2147483647}},
    {"lsearch", Kind::unknown, to_argument | back},
    {"lstat", Kind::unknown, by_contract},
    {"makecontext", Kind::unknown, back},
    {"malloc", Kind::allocates},
    {"mbrtowc", Kind::unknown, by_contract},
    {"mbstowcs", Kind::unknown, by_contract},
    {"mbtowc", Kind::unknown, by_contract},
    {"memccpy", Kind::unknown, to_argument},
    {"memfrob", Kind::unknown, to_argument},
    {"memmem", Kind::unknown, to_argument},
    {"mempcpy", Kind::unknown, to_argument},
    {"memrchr", Kind::unknown, to_argument},
    {"mkdtemp", Kind::unknown, by_contract},
    {"mkstemp", Kind::unknown, by_contract},
    {"mktemp", Kind::unknown, to_known},
    {"mktime", Kind::unknown, by_contract},
    {"mq_notify", Kind::unknown, back},
    {"nanosleep", Kind::unknown, by_contract},
    {"nftw", Kind::unknown, back},
    {"nftw64", Kind::unknown, back},
    {"on_exit", Kind::refused, back},
    {"perror", Kind::invisible, none, {}, {Result::any}},
    {"pipe", Kind::unknown, by_contract},
    {"poll", Kind::unknown, by_contract},
    {"posix_memalign", Kind::unknown, by_contract},
    {"pread", Kind::unknown, by_contract},
    {"printf", Kind::invisible, none, {}, {Result::length, 0, false}},
    {"printk", Kind::invisible, none, {}, {Result::any_number}},
    {"ptsname", Kind::unknown, to_known},
    {"putc", Kind::invisible, none, {}, {Result::character}},
    {"putc_unlocked", Kind::invisible, none, {}, {Result::character}},
    {"putchar", Kind::invisible, none, {}, {Result::character}},
    {"putchar_unlocked", Kind::invisible, none, {}, {Result::character}},
    {"putenv", Kind::refused},
    {"puts", Kind::invisible, none, {}, {Result::not_below_eof}},
    {"pwrite", Kind::invisible, none, {}, {Result::bytes}},
    {"qsort", Kind::refused, by_contract | back},
    {"qsort_r", Kind::refused, back},
    {"quick_exit", Kind::ends},
    {"raise", Kind::refused},
    {"rand", Kind::number, none, {0, 2147483647}},
    {"random", Kind::number, none, {0, 2147483647}},
    {"rawmemchr", Kind::unknown, to_argument},
    {"read", Kind::unknown, by_contract},
    {"readdir", Kind::unknown, to_argument},
    {"readlink", Kind::unknown, by_contract},
    {"readv", Kind::unknown, by_contract},
    {"realloc", Kind::resizes},
    {"reallocarray", Kind::resizes_array},
    {"realpath", Kind::unknown, to_argument},
    {"recv", Kind::unknown, by_contract},
    {"recvfrom", Kind::unknown, by_contract},
    {"recvmsg", Kind::unknown, by_contract},
    {"remquo", Kind::unknown, by_contract},
    {"rindex", Kind::unknown, to_argument},
    {"scandir", Kind::unknown, back},
    {"scandir64", Kind::unknown, back},
    {"scanf", Kind::refused},
    {"secure_getenv", Kind::unknown, to_known},
    {"select", Kind::unknown, by_contract},
    {"send", Kind::invisible, none, {}, {Result::bytes}},
    {"setenv", Kind::refused},
    {"setjmp", Kind::refused},
    {"setlocale", Kind::unknown, to_known},
    {"setstate", Kind::unknown, to_known},
    {"sigaction", Kind::refused, back},
    {"sigemptyset", Kind::unknown, by_contract},
    {"sigfillset", Kind::unknown, by_contract},
    {"siglongjmp", Kind::refused},
    {"signal", Kind::refused, back},
    {"sigset", Kind::unknown, back},
    {"sigsetjmp", Kind::refused},
    {"sincos", Kind::unknown, by_contract},
    {"sleep", Kind::invisible, none, {}, {Result::time_left}},
    {"socketpair", Kind::unknown, by_contract},
    {"srand", Kind::invisible, none, {}, {Result::any}},
    {"srandom", Kind::invisible, none, {}, {Result::any}},
    {"sscanf", Kind::refused},
    {"ssignal", Kind::unknown, back},
    {"stat", Kind::unknown, by_contract},
    {"statfs", Kind::unknown, by_contract},
    {"stpcpy", Kind::unknown, to_argument},
    {"stpncpy", Kind::unknown, to_argument},
    {"strcasestr", Kind::unknown, to_argument},
    {"strchrnul", Kind::unknown, to_argument},
    {"strcoll", Kind::refused},
    {"strerror_r", Kind::unknown, to_argument},
    {"strfry", Kind::unknown, to_argument},
    {"strftime", Kind::unknown, by_contract},
    {"strpbrk", Kind::unknown, to_argument},
    {"strsep", Kind::unknown, to_argument},
    {"strsignal", Kind::unknown, to_known},
    {"strstr", Kind::unknown, to_argument},
    {"strtod", Kind::unknown, by_contract},
    {"strtof", Kind::unknown, by_contract},
    {"strtok", Kind::unknown, to_argument},
    {"strtok_r", Kind::unknown, to_argument},
    {"strtol", Kind::unknown, by_contract},
    {"strtold", Kind::unknown, by_contract},
    {"strtoll", Kind::unknown, by_contract},
    {"strtoul", Kind::unknown, by_contract},
    {"strtoull", Kind::unknown, by_contract},
    {"strxfrm", Kind::refused},
    {"swab", Kind::unknown, by_contract},
    {"syslog", Kind::invisible, none, {}, {Result::any}},
    {"sysv_signal", Kind::unknown, back},
    {"tdelete", Kind::unknown, back},
    {"tdestroy", Kind::unknown, back},
    {"tempnam", Kind::unknown, to_known},
    {"textdomain", Kind::unknown, to_known},
    {"tfind", Kind::unknown, to_known | back},
    {"time", Kind::unknown, by_contract},
    {"times", Kind::unknown, by_contract},
    {"tmpnam", Kind::unknown, to_argument},
    {"towctrans", Kind::refused},
    {"towlower", Kind::refused},
    {"towupper", Kind::refused},
    {"tsearch", Kind::unknown, to_known | back},
    {"ttyname", Kind::unknown, to_known},
    {"twalk", Kind::unknown, back},
    {"uname", Kind::unknown, by_contract},
    {"ungetc", Kind::refused},
    {"unsetenv", Kind::refused},
    {"usleep", Kind::invisible, none, {}, {Result::success}},
    {"vfork", Kind::refused},
    {"vfprintf", Kind::invisible, none, {}, {Result::length, 1, true}},
    {"vfree", Kind::frees},
    {"vfscanf", Kind::refused},
    {"vmalloc", Kind::allocates},
    {"vprintf", Kind::invisible, none, {}, {Result::length, 0, true}},
    {"vscanf", Kind::refused},
    {"vsscanf", Kind::refused},
    {"vzalloc", Kind::zeroes},
    {"wait", Kind::unknown, by_contract},
    {"waitpid", Kind::unknown, by_contract},
    {"wcscat", Kind::unknown, to_argument},
    {"wcschr", Kind::unknown, to_argument},
    {"wcscoll", Kind::refused},
    {"wcscpy", Kind::unknown, to_argument},
    {"wcsncat", Kind::unknown, to_argument},
    {"wcsncpy", Kind::unknown, to_argument},
    {"wcspbrk", Kind::unknown, to_argument},
    {"wcsrchr", Kind::unknown, to_argument},
    {"wcsstr", Kind::unknown, to_argument},
    {"wcstok", Kind::unknown, to_argument},
    {"wcsxfrm", Kind::refused},
    {"wmemcpy", Kind::unknown, to_argument},
    {"wmemmove", Kind::unknown, to_known},
    {"wmemset", Kind::unknown, to_known},
    {"write", Kind::invisible, none, {}, {Result::bytes}},
});
static_assert(std::is_sorted(library_functions.begin(), library_functions.end(),
                             [](const LibraryFunction& a, const LibraryFunction& b) { return a.name < b.name; }));

bool has_trait(std::string_view name, unsigned traits) {
  const LibraryFunction* known = library_function(name);
  return known && (known->traits & traits) != 0;
}

}  // namespace

const LibraryFunction* library_function(std::string_view name) {
  const auto* found =
      std::lower_bound(library_functions.begin(), library_functions.end(), name,
                       [](const LibraryFunction& entry, std::string_view wanted) { return entry.name < wanted; });
  return found != library_functions.end() && found->name == name ? found : nullptr;
}

bool is_refused(std::string_view name) {
  const LibraryFunction* known = library_function(name);
  if (known) return known->kind == Kind::refused;
  return is_of_threads(name) || name.starts_with("__builtin_va_") || name.starts_with("__sync_") ||
         name.starts_with("__atomic_");
}

bool is_nondeterministic(std::string_view name) {
  return name.starts_with("__VERIFIER_nondet_");
}

bool is_of_threads(std::string_view name) {
  constexpr std::array<std::string_view, 5> prefixes{"pthread_", "thrd_", "mtx_", "cnd_", "tss_"};
  constexpr std::array<std::string_view, 12> names{"call_once",     "sem_clockwait", "sem_close",  "sem_destroy",
                                                   "sem_getvalue",  "sem_init",      "sem_open",   "sem_post",
                                                   "sem_timedwait", "sem_trywait",   "sem_unlink", "sem_wait"};
  return std::any_of(prefixes.begin(), prefixes.end(), [name](auto prefix) { return name.starts_with(prefix); }) ||
         std::find(names.begin(), names.end(), name) != names.end();
}

bool is_atomic_function(std::string_view name) {
  return name.starts_with("__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end";
}

bool is_allocator(std::string_view name) {
  const LibraryFunction* known = library_function(name);
  return known && known->is_allocator();
}

bool returns_argument(std::string_view name) {
  const bool is_checked = name.starts_with("__") && name.ends_with("_chk");
  return is_checked || has_trait(name, LibraryFunction::returns_argument | LibraryFunction::returns_known);
}

bool writes_by_contract(std::string_view name) {
  return returns_argument(name) || has_trait(name, LibraryFunction::writes_by_contract);
}

bool calls_back(std::string_view name) {
  return has_trait(name, LibraryFunction::calls_back);
}

bool allocates_on_stack(std::string_view name) {
  return has_trait(name, LibraryFunction::on_stack);
}

}  // namespace bireach::frontend
