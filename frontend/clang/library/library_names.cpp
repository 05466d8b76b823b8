// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/library_names.h"

#include <algorithm>
#include <array>
#include <set>

namespace bireach::frontend {
namespace {

/// ISO/IEC 9899:2011, but for <complex.h>, <math.h> and <threads.h>.
constexpr std::string_view c_names = R"(
abort abs aligned_alloc asctime at_quick_exit atexit atof atoi atol atoll bsearch btowc c16rtomb c32rtomb calloc
clearerr clock ctime difftime div exit fclose feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof
feraiseexcept ferror fesetenv fesetexceptflag fesetround fetestexcept feupdateenv fflush fgetc fgetpos fgets fgetwc
fgetws fopen fprintf fputc fputs fputwc fputws fread free freopen fscanf fseek fsetpos ftell fwide fwprintf fwrite
fwscanf getc getchar getenv getwc getwchar gmtime imaxabs imaxdiv isalnum isalpha isblank iscntrl isdigit isgraph
islower isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower
iswprint iswpunct iswspace iswupper iswxdigit isxdigit labs ldiv llabs lldiv localeconv localtime longjmp malloc mblen
mbrlen mbrtoc16 mbrtoc32 mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc memchr memcmp memcpy memmove memset mktime perror
printf putc putchar puts putwc putwchar qsort quick_exit raise rand realloc remove rename rewind scanf setbuf setjmp
setlocale setvbuf signal snprintf sprintf srand sscanf strcat strchr strcmp strcoll strcpy strcspn strerror strftime
strlen strncat strncmp strncpy strpbrk strrchr strspn strstr strtod strtof strtoimax strtok strtol strtold strtoll
strtoul strtoull strtoumax strxfrm swprintf swscanf system time timespec_get tmpfile tmpnam tolower toupper towctrans
towlower towupper ungetc ungetwc vfprintf vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf
vswprintf vswscanf vwprintf vwscanf wcrtomb wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsftime wcslen wcsncat
wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstoimax wcstok wcstol wcstold wcstoll wcstombs
wcstoul wcstoull wcstoumax wcsxfrm wctob wctomb wctrans wctype wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf wscanf
)";

/// Of POSIX.1-2017 and glibc 2.36, in the headers that Debian 12 has of them, but for threads.
constexpr std::string_view other_names = R"(
a64l accept accept4 access acct adjtime aio_cancel aio_cancel64 aio_error aio_error64 aio_fsync aio_fsync64 aio_init
aio_read aio_read64 aio_return aio_return64 aio_suspend aio_suspend64 aio_write aio_write64 alarm alloca alphasort
alphasort64 arc4random arc4random_buf arc4random_uniform argp_error argp_failure argp_help argp_parse argp_state_help
argp_usage argz_add argz_add_sep argz_append argz_count argz_create argz_create_sep argz_delete argz_extract
argz_insert argz_next argz_replace argz_stringify asctime_r asprintf basename bcmp bcopy bind bind_textdomain_codeset
bindresvport bindresvport6 bindtextdomain brk bzero c8rtomb canonicalize canonicalize_file_name canonicalizef
canonicalizel catclose catgets catopen cfgetispeed cfgetospeed cfmakeraw cfsetispeed cfsetospeed cfsetspeed chdir
chmod chown chroot clearenv clearerr_unlocked clock_adjtime clock_getcpuclockid clock_getres clock_gettime
clock_nanosleep clock_settime clone close close_range closedir closefrom closelog confstr connect copy_file_range
creat creat64 crypt crypt_checksalt crypt_gensalt crypt_gensalt_r crypt_gensalt_ra crypt_gensalt_rn
crypt_preferred_method crypt_r crypt_ra crypt_rn ctermid ctime_r cuserid daemon dcgettext dcngettext dgettext dirfd
dirname dladdr dladdr1 dlclose dlerror dlinfo dlmopen dlopen dlsym dlvsym dngettext dprintf drand48 drand48_r dup dup2
dup3 duplocale dysize eaccess ecvt ecvt_r endgrent endhostent endnetent endnetgrent endprotoent endpwent endrpcent
endservent endusershell envz_add envz_entry envz_get envz_merge envz_remove envz_strip epoll_create epoll_create1
epoll_ctl epoll_pwait epoll_pwait2 epoll_wait erand48 erand48_r err error error_at_line errx euidaccess execl execle
execlp execv execve execveat execvp execvpe explicit_bzero faccessat fallocate fallocate64 fchdir fchmod fchmodat
fchown fchownat fcloseall fcntl fcntl64 fcvt fcvt_r fdatasync fdopen fdopendir feof_unlocked ferror_unlocked fexecve
fflush_unlocked ffs ffsl ffsll fgetc_unlocked fgetgrent fgetgrent_r fgetpos64 fgetpwent fgetpwent_r fgets_unlocked
fgetwc_unlocked fgetws_unlocked fileno fileno_unlocked flockfile fmemopen fnmatch fopen64 fopencookie fork fpathconf
fputc_unlocked fputs_unlocked fputwc_unlocked fputws_unlocked fread_unlocked freeaddrinfo freelocale freopen64 fseeko
fseeko64 fsetpos64 fstat fstat64 fstatat fstatat64 fsync ftello ftello64 ftok ftruncate ftruncate64 ftrylockfile
fts64_children fts64_close fts64_open fts64_read fts64_set fts_children fts_close fts_open fts_read fts_set ftw ftw64
funlockfile futimens futimes futimesat fwrite_unlocked gai_cancel gai_error gai_strerror gai_suspend gcvt
get_current_dir_name getaddrinfo getaddrinfo_a getc_unlocked getchar_unlocked getcpu getcwd getdate getdate_r getdelim
getdents64 getdirentries getdirentries64 getdomainname getdtablesize getegid getentropy geteuid getgid getgrent
getgrent_r getgrgid getgrgid_r getgrnam getgrnam_r getgrouplist getgroups gethostbyaddr gethostbyaddr_r gethostbyname
gethostbyname2 gethostbyname2_r gethostbyname_r gethostent gethostent_r gethostid gethostname getipv4sourcefilter
getitimer getline getloadavg getlogin getlogin_r getnameinfo getnetbyaddr getnetbyaddr_r getnetbyname getnetbyname_r
getnetent getnetent_r getnetgrent getnetgrent_r getopt getopt_long getopt_long_only getpagesize getpass getpeername
getpgid getpgrp getpid getppid getpriority getprotobyname getprotobyname_r getprotobynumber getprotobynumber_r
getprotoent getprotoent_r getpt getpw getpwent getpwent_r getpwnam getpwnam_r getpwuid getpwuid_r getrandom getresgid
getresuid getrlimit getrlimit64 getrpcbyname getrpcbyname_r getrpcbynumber getrpcbynumber_r getrpcent getrpcent_r
getrusage getservbyname getservbyname_r getservbyport getservbyport_r getservent getservent_r getsid getsockname
getsockopt getsourcefilter getsubopt gettext gettid gettimeofday getuid getumask getusershell getw getwc_unlocked
getwchar_unlocked getwd glob glob64 glob_pattern_p globfree globfree64 gmtime_r grantpt group_member gsignal hcreate
hcreate_r hdestroy hdestroy_r herror hsearch hsearch_r hstrerror htonl htons iconv iconv_close iconv_open index
inet6_opt_append inet6_opt_find inet6_opt_finish inet6_opt_get_val inet6_opt_init inet6_opt_next inet6_opt_set_val
inet6_option_alloc inet6_option_append inet6_option_find inet6_option_init inet6_option_next inet6_option_space
inet6_rth_add inet6_rth_getaddr inet6_rth_init inet6_rth_reverse inet6_rth_segments inet6_rth_space inet_addr
inet_aton inet_lnaof inet_makeaddr inet_net_ntop inet_net_pton inet_neta inet_netof inet_network inet_nsap_addr
inet_nsap_ntoa inet_ntoa inet_ntop inet_pton initgroups initstate initstate_r innetgr insque ioctl iruserok
iruserok_af isalnum_l isalpha_l isascii isatty isblank_l iscntrl_l isctype isdigit_l isfdtype isgraph_l islower_l
isprint_l ispunct_l isspace_l isupper_l iswalnum_l iswalpha_l iswblank_l iswcntrl_l iswctype_l iswdigit_l iswgraph_l
iswlower_l iswprint_l iswpunct_l iswspace_l iswupper_l iswxdigit_l isxdigit_l jrand48 jrand48_r kill killpg l64a
lchmod lchown lcong48 lcong48_r lfind link linkat lio_listio lio_listio64 listen localtime_r lockf lrand48 lrand48_r
lsearch lseek lseek64 lstat lstat64 lutimes madvise mallinfo mallinfo2 malloc_info malloc_stats malloc_trim
malloc_usable_size mallopt mbrtoc8 mbsnrtowcs memalign memccpy memfd_create memfrob memmem mempcpy memrchr mincore
mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat mkostemp mkostemp64 mkostemps mkostemps64 mkstemp mkstemp64
mkstemps mkstemps64 mktemp mlock mlock2 mlockall mmap mmap64 mprotect mq_close mq_getattr mq_notify mq_open mq_receive
mq_send mq_setattr mq_timedreceive mq_timedsend mq_unlink mrand48 mrand48_r mremap msgctl msgget msgrcv msgsnd msync
munlock munlockall munmap name_to_handle_at nanosleep newlocale nftw nftw64 ngettext nice nl_langinfo nl_langinfo_l
nrand48 nrand48_r ntohl ntohs obstack_free obstack_printf obstack_vprintf on_exit open open64 open_by_handle_at
open_memstream open_wmemstream openat openat64 opendir openlog pathconf pause pclose pipe pipe2 pkey_alloc pkey_free
pkey_get pkey_mprotect pkey_set poll popen posix_fadvise posix_fadvise64 posix_fallocate posix_fallocate64
posix_madvise posix_memalign posix_openpt posix_spawn posix_spawn_file_actions_addchdir_np
posix_spawn_file_actions_addclose posix_spawn_file_actions_addclosefrom_np posix_spawn_file_actions_adddup2
posix_spawn_file_actions_addfchdir_np posix_spawn_file_actions_addopen posix_spawn_file_actions_addtcsetpgrp_np
posix_spawn_file_actions_destroy posix_spawn_file_actions_init posix_spawnattr_destroy posix_spawnattr_getflags
posix_spawnattr_getpgroup posix_spawnattr_getschedparam posix_spawnattr_getschedpolicy posix_spawnattr_getsigdefault
posix_spawnattr_getsigmask posix_spawnattr_init posix_spawnattr_setflags posix_spawnattr_setpgroup
posix_spawnattr_setschedparam posix_spawnattr_setschedpolicy posix_spawnattr_setsigdefault posix_spawnattr_setsigmask
posix_spawnp ppoll pread pread64 preadv preadv2 preadv64 preadv64v2 prlimit prlimit64 process_madvise process_mrelease
process_vm_readv process_vm_writev profil pselect psiginfo psignal ptsname ptsname_r putc_unlocked putchar_unlocked
putenv putgrent putpwent putw putwc_unlocked putwchar_unlocked pvalloc pwrite pwrite64 pwritev pwritev2 pwritev64
pwritev64v2 qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort_r rand_r random random_r rawmemchr rcmd rcmd_af re_compile_fastmap
re_compile_pattern re_match re_match_2 re_search re_search_2 re_set_registers re_set_syntax read readahead readdir
readdir64 readdir64_r readdir_r readlink readlinkat readv reallocarray realpath recv recvfrom recvmmsg recvmsg regcomp
regerror regexec regfree remap_file_pages remque renameat renameat2 revoke rewinddir rexec rexec_af rindex rmdir
rpmatch rresvport rresvport_af ruserok ruserok_af sbrk scandir scandir64 scandirat scandirat64 sched_get_priority_max
sched_get_priority_min sched_getaffinity sched_getcpu sched_getparam sched_getscheduler sched_rr_get_interval
sched_setaffinity sched_setparam sched_setscheduler sched_yield secure_getenv seed48 seed48_r seekdir select semctl
semget semop semtimedop send sendmmsg sendmsg sendto setbuffer setdomainname setegid setenv seteuid setgid setgrent
setgroups sethostent sethostid sethostname setipv4sourcefilter setitimer setlinebuf setlogin setlogmask setnetent
setnetgrent setns setpgid setpgrp setpriority setprotoent setpwent setregid setresgid setresuid setreuid setrlimit
setrlimit64 setrpcent setservent setsid setsockopt setsourcefilter setstate setstate_r settimeofday setuid
setusershell shm_open shm_unlink shmat shmctl shmdt shmget shutdown sigabbrev_np sigaction sigaddset sigaltstack
sigandset sigblock sigdelset sigdescr_np sigemptyset sigfillset siggetmask sighold sigignore siginterrupt
sigisemptyset sigismember siglongjmp sigorset sigpause sigpending sigprocmask sigqueue sigrelse sigreturn sigset
sigsetmask sigstack sigsuspend sigtimedwait sigwait sigwaitinfo sleep sockatmark socket socketpair splice srand48
srand48_r srandom srandom_r ssignal stat stat64 statx stpcpy stpncpy strcasecmp strcasecmp_l strcasestr strchrnul
strcoll_l strdup strerror_l strerror_r strerrordesc_np strerrorname_np strfmon strfmon_l strfromd strfromf strfroml
strfry strftime_l strncasecmp strncasecmp_l strndup strnlen strptime strptime_l strsep strsignal strtod_l strtof_l
strtok_r strtol_l strtold_l strtoll_l strtoq strtoul_l strtoull_l strtouq strverscmp strxfrm_l swab symlink symlinkat
sync sync_file_range syncfs syscall sysconf syslog sysv_signal tcdrain tcflow tcflush tcgetattr tcgetpgrp tcgetsid
tcsendbreak tcsetattr tcsetpgrp tdelete tdestroy tee telldir tempnam textdomain tfind tgkill timegm timelocal
timer_create timer_delete timer_getoverrun timer_gettime timer_settime times timespec_getres tmpfile64 tmpnam_r
toascii tolower_l totalorder totalorderf totalorderl totalordermag totalordermagf totalordermagl toupper_l towctrans_l
towlower_l towupper_l truncate truncate64 tsearch ttyname ttyname_r ttyslot twalk twalk_r tzset ualarm ulimit umask
uname unlink unlinkat unlockpt unsetenv unshare uselocale usleep utime utimensat utimes valloc vasprintf vdprintf verr
verrx versionsort versionsort64 vfork vhangup vmsplice vsyslog vwarn vwarnx wait wait3 wait4 waitid waitpid warn warnx
wcpcpy wcpncpy wcscasecmp wcscasecmp_l wcschrnul wcscoll_l wcsdup wcsftime_l wcsncasecmp wcsncasecmp_l wcsnlen
wcsnrtombs wcstod_l wcstof_l wcstol_l wcstold_l wcstoll_l wcstoq wcstoul_l wcstoull_l wcstouq wcswcs wcswidth
wcsxfrm_l wctrans_l wctype_l wcwidth wmempcpy wordexp wordfree write writev
)";

/// What glibc 2.36 defines in libm, without the suffix of the type.
constexpr std::string_view math_names = R"(
acos acosh asin asinh atan atan2 atanh cabs cacos cacosh canonicalize carg casin casinh catan catanh cbrt ccos ccosh
ceil cexp cimag clog clog10 conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh daddl ddivl dfmal
dmull drem dsqrtl dsubl erf erfc exp exp10 exp2 expm1 f32add f32div f32fma f32mul f32sqrt f32sub f32xadd f32xdiv
f32xfma f32xmul f32xsqrt f32xsub f64add f64div f64fma f64mul f64sqrt f64sub f64xadd f64xdiv f64xfma f64xmul f64xsqrt
f64xsub fabs fadd fdim fdiv feclearexcept fedisableexcept feenableexcept fegetenv fegetexcept fegetexceptflag
fegetmode fegetround feholdexcept feraiseexcept fesetenv fesetexcept fesetexceptflag fesetmode fesetround fetestexcept
fetestexceptflag feupdateenv ffma finite floor fma fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag
fmin fminimum fminimum_mag fminimum_mag_num fminimum_num fminmag fmod fmul frexp fromfp fromfpx fsqrt fsub gamma
getpayload hypot ilogb j0 j1 jn ldexp lgamma lgamma_r lgammaf128_r lgammaf32_r lgammaf32x_r lgammaf64_r lgammaf64x_r
lgammaf_r lgammal_r llogb llrint llround log log10 log1p log2 logb lrint lround matherr modf nan nearbyint nextafter
nextdown nexttoward nextup pow pow10 remainder remquo rint round roundeven scalb scalbln scalbn setpayload
setpayloadsig signgam significand sin sincos sinh sqrt tan tanh tgamma totalorder totalordermag trunc ufromfp ufromfpx
y0 y1 yn
)";

std::set<std::string_view> words(std::string_view text) {
  std::set<std::string_view> result;
  constexpr std::string_view blanks = " \n";
  for (std::size_t start = text.find_first_not_of(blanks); start != std::string_view::npos;) {
    const std::size_t end = text.find_first_of(blanks, start);
    result.insert(text.substr(start, end - start));
    start = text.find_first_not_of(blanks, end);
  }
  return result;
}

}  // namespace

bool is_c_library_name(std::string_view name) {
  static const std::set<std::string_view> names = words(c_names);
  return names.contains(name);
}

bool is_system_library_name(std::string_view name) {
  static const std::set<std::string_view> names = words(other_names);
  return names.contains(name) || is_c_library_name(name);
}

bool is_math_library_name(std::string_view name) {
  static const std::set<std::string_view> names = words(math_names);
  constexpr std::array<std::string_view, 8> suffixes{"", "f", "l", "f32", "f64", "f128", "f32x", "f64x"};
  return std::any_of(suffixes.begin(), suffixes.end(), [name](std::string_view suffix) {
    return name.ends_with(suffix) && names.contains(name.substr(0, name.size() - suffix.size()));
  });
}

}  // namespace bireach::frontend
