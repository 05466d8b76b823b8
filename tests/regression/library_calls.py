# SPDX-License-Identifier: Apache-2.0
"""Calls of library functions for random_library.py, one row each: the function, statements, and expressions of integer
types whose values gcc's program tells.

`{n}` is a number from 0 to 9, `{z}` one from -20 to 20, `{s}` a short text, `{c}` a character; the same all over a row.
What a system answers differs from run to run: rows about that hold for each answer.
"""

HEAD = """#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
extern char *__xpg_basename(char *path);
extern char *dirname(char *path);
"""

CALLS = r"""
strcoll           ||| (strcoll({s}, "ab") > 0) - (strcoll({s}, "ab") < 0)
strxfrm           | char a[9] = "123456"; size_t k = strxfrm(a, {s}, 9); | k; strlen(a); a[0]
strerror          ||| strlen(strerror({n})); strerror({n})[0]
strtok            | char a[] = "a,b;c"; char *p = strtok(a, ",;"); char *q = strtok(0, ",;"); | p - a; q - a; strtok(0, ",") - a; strtok(0, ",") == 0; a[1]; a[3]
setlocale         | char *p = setlocale(LC_ALL, "C"); char *q = setlocale(LC_ALL, 0); | p[0]; q[0]; q[1]
MB_CUR_MAX        ||| MB_CUR_MAX
nl_langinfo       ||| strlen(nl_langinfo(MON_1 + {n})); nl_langinfo(ABMON_1 + {n})[2]; nl_langinfo(CODESET)[1]; strlen(nl_langinfo(THOUSEP)); nl_langinfo(NOEXPR)[2]
nl_langinfo_times ||| strcmp(nl_langinfo(DAY_1), "Sunday"); nl_langinfo(PM_STR)[0]; strlen(nl_langinfo(D_T_FMT)); nl_langinfo(D_FMT)[7]; nl_langinfo(T_FMT)[1]; nl_langinfo(T_FMT_AMPM)[10]; nl_langinfo(RADIXCHAR)[0]
mblen             ||| mblen({s}, 2); mblen("", 1); mblen(0, 0)
mbtowc            | wchar_t w = 7; int k = mbtowc(&w, {s}, 3); | k; w
wctomb            | char a[MB_LEN_MAX] = "xy"; int k = wctomb(a, L'{c}'); | k; a[0]; a[1]
mbstowcs          | wchar_t w[9] = {{7, 7, 7, 7, 7, 7, 7, 7, 7}}; size_t k = mbstowcs(w, {s}, {n}); | k; w[0]; w[1]; w[8]
wcstombs          | char a[9] = "zzzzzzzz"; size_t k = wcstombs(a, L"abcd", {n}); | k; a[0]; a[4]; a[5]
btowc             ||| btowc('{c}'); btowc(EOF) == WEOF
wctob             ||| wctob(L'{c}'); wctob(WEOF)
iswalnum          ||| !!iswalnum(L'{c}'); !!iswalnum({n}); !!iswalnum(WEOF)
iswalpha          ||| !!iswalpha(L'{c}'); !!iswalpha({n}); !!iswalpha(WEOF)
iswblank          ||| !!iswblank(L'{c}'); !!iswblank({n}); !!iswblank(L' ')
iswcntrl          ||| !!iswcntrl(L'{c}'); !!iswcntrl({n})
iswdigit          ||| !!iswdigit(L'{c}'); !!iswdigit({n}); !!iswdigit(L'7')
iswgraph          ||| !!iswgraph(L'{c}'); !!iswgraph({n})
iswlower          ||| !!iswlower(L'{c}'); !!iswlower({n})
iswprint          ||| !!iswprint(L'{c}'); !!iswprint({n})
iswpunct          ||| !!iswpunct(L'{c}'); !!iswpunct(L',')
iswspace          ||| !!iswspace(L'{c}'); !!iswspace({n})
iswupper          ||| !!iswupper(L'{c}'); !!iswupper({n})
iswxdigit         ||| !!iswxdigit(L'{c}'); !!iswxdigit({n})
towlower          ||| towlower(L'{c}'); towlower({n})
towupper          ||| towupper(L'{c}'); towupper({n})
iswctype          ||| !!iswctype(L'{c}', wctype("alpha")); !!iswctype(L'{c}', wctype("xdigit")); wctype("none") == 0
towctrans         ||| towctrans(L'{c}', wctrans("toupper")); towctrans(L'{c}', wctrans("tolower"))
wcscoll           ||| wcscoll(L"a", L"{c}") < 0
wcsxfrm           | wchar_t a[9]; size_t k = wcsxfrm(a, L"abc", 9); | k; a[2]; a[3]
wcpcpy            | wchar_t a[9]; | wcpcpy(a, L"abc") - a; a[2]; a[3]
wcpncpy           | wchar_t a[12]; | wcpncpy(a, L"abc", 4 + {n} / 2) - a; a[2]; a[3]
wmempcpy          | wchar_t a[9]; | wmempcpy(a, L"abcdefgh", 4) - a; a[3]
wcschrnul         | wchar_t a[] = L"abc"; | wcschrnul(a, L'{c}') - a
wcswcs            | wchar_t a[] = L"abcab"; | wcswcs(a, L"ca") - a
wcsdup            | wchar_t *a = wcsdup(L"abc"); if (!a) return 0; | a[2]; a[3]
wcstok            | wchar_t a[] = L"a,b", *r; wchar_t *p = wcstok(a, L",", &r); wchar_t *q = wcstok(0, L",", &r); | p - a; q - a; wcstok(0, L",", &r) == 0
wcscasecmp        ||| wcscasecmp(L"aB", L"Ab"); wcscasecmp(L"a", L"B") < 0
wcsncasecmp       ||| wcsncasecmp(L"aBc", L"Abd", 2) == 0; wcsncasecmp(L"aBc", L"Abd", 3) < 0
wcwidth           ||| wcwidth(L'{c}'); wcwidth(0); wcwidth(L'\n')
wcswidth          ||| wcswidth(L"abcd", {n}); wcswidth(L"a\tb", 3)
wcstol            | wchar_t *e, a[] = L" {z}x"; long k = wcstol(a, &e, 10); | k; e - a
wcstoll           | wchar_t *e, a[] = L"0{n}x"; long long k = wcstoll(a, &e, 0); | k; e - a
wcstoul           | wchar_t *e, a[] = L"{n}f"; unsigned long k = wcstoul(a, &e, 16); | k; e - a
wcstoull          | wchar_t *e, a[] = L"{n}f"; unsigned long long k = wcstoull(a, &e, 36); | k; e - a
wcstoimax         | wchar_t *e, a[] = L"{z}"; intmax_t k = wcstoimax(a, &e, 0); | k; e - a
wcstoumax         | wchar_t *e, a[] = L"{n}7"; uintmax_t k = wcstoumax(a, &e, 8); | k; e - a
strtoq            ||| strtoq("{z}", 0, 10); strtouq("{n}", 0, 10)
strtod_of_names   | char a[] = "-inFx", *e; double d = strtod(a, &e); | d < -1e300; e - a; strtod("NaN(7)", &e) != d; *e
strtof_of_names   | char a[] = "infinity", *e; float d = strtof(a, &e); | d > 1e30f; e - a
strtod_outside    | char *e; errno = 0; double d = strtod("{n}1e400", &e); | d > 1e300; *e; errno; strtod("1e-400", 0) == 0
calloc            | int *p = calloc(3, sizeof *p); if (!p) return 0; | p[0]; p[2]
malloc            | int *p = malloc(3 * sizeof *p); if (!p) return 0; p[1] = {z}; | p[1]
realloc           | char *p = malloc(3); if (!p) return 0; p[1] = {n}; char *q = realloc(p, 6); if (!q) return 0; | q[1]
reallocarray      | char *p = malloc(3); if (!p) return 0; p[1] = {n}; char *q = reallocarray(p, 3, 2); if (!q) return 0; | q[1]
free              | char *p = malloc(3); free(p); free(0); | 1
alloca            | char *p = alloca(5); p[3] = {n}; | p[3]
exit              | if ({n} == 10) exit(1); | 1
abort             | if ({n} == 10) abort(); | 1
_Exit             | if ({n} == 10) _Exit(1); | 1
quick_exit        | if ({n} == 10) quick_exit(1); | 1
rand              | srand({n}); int k = rand(); | k >= 0
random            | srandom({n}); long k = random(); | k >= 0 && k <= 2147483647
drand48           | srand48({n}); double d = drand48(); | d >= 0 && d < 1
erand48           | unsigned short x[3] = {{1, 2, 3}}; double d = erand48(x); | d >= 0 && d < 1
lrand48           | long k = lrand48(); | k >= 0 && k < 2147483648
mrand48           | long k = mrand48(); | k >= -2147483648 && k < 2147483648
nrand48           | unsigned short x[3] = {{1, 2, 3}}; long k = nrand48(x); | k >= 0 && k < 2147483648
jrand48           | unsigned short x[3] = {{1, 2, 3}}; long k = jrand48(x); | k >= -2147483648 && k < 2147483648
errno             | errno = {n}; | errno
ldexp             ||| ldexp(1.5, {n}); ldexp(1, -1074) > 0; ldexp(1, -1076) == 0
ldexpf            ||| ldexpf(0.75f, 3) == 6; ldexpf(1, 200) > 1e38f; ldexpf(3, -150) > 0
ldexpl            ||| ldexpl(0.75L, 3) == 6; ldexpl(1, 16384) > 1e4900L
scalbn            ||| scalbn(3, 2) == 12; scalbnf(3, 2) == 12; scalbnl(3, 2) == 12
scalbln           ||| scalbln(3, -1) == 1.5; scalblnf(3, 2) == 12
frexp             | int e; double d = frexp({z} + 0.25, &e); | d * 4096 + 100000; e
frexp_of_small    | int e; double d = frexp(3e-320, &e); | d > 0.5 && d < 1; e
frexpf            | int e; float d = frexpf(-12.f, &e); | d == -0.75f; e
frexpl            | int e; long double d = frexpl(12.L, &e); | d == 0.75L; e
ilogb             ||| ilogb({n} + 0.5); ilogb(0); ilogb(INFINITY)
ilogbf            ||| ilogbf({n} + 0.5f); ilogbf(1e-40f)
logb              ||| logb(8); logb(0.75); logb(0) < -1e300
nextafter         ||| nextafter(1, 2) - 1 == DBL_EPSILON; 1 - nextafter(1, 0) == DBL_EPSILON / 2; nextafter(0, -1) < 0; nextafter({n}, {n}); nextafter(DBL_MAX, INFINITY) > DBL_MAX
nextafterf        ||| nextafterf(2, 3) - 2 == 2 * FLT_EPSILON; nextafterf(0, 1) > 0
nexttoward        ||| nexttoward(1, 2) - 1 == DBL_EPSILON
modf              | double i, f = modf({z} + 0.25, &i); | f * 4; i
fabs              ||| fabs({z}); fabsf({z}); fabsl({z})
floor             ||| floor({z} / 4.); floorf({z} / 4.f); floorl({z} / 4.L)
ceil              ||| ceil({z} / 4.); ceilf({z} / 4.f); ceill({z} / 4.L)
trunc             ||| trunc({z} / 4.); truncf({z} / 4.f); truncl({z} / 4.L)
round             ||| round({z} / 4.); roundf({z} / 4.f); roundl({z} / 4.L)
rint              ||| rint({z} / 4.); rintf({z} / 4.f); rintl({z} / 4.L)
nearbyint         ||| nearbyint({z} / 4.); nearbyintf({z} / 4.f)
lround            ||| lround({z} / 4.); llround({z} / 4.); lroundf({z} / 4.f)
lrint             ||| lrint({z} / 4.); llrint({z} / 4.); lrintf({z} / 4.f)
sqrt              ||| sqrt({n} * {n}); sqrtf(2) * 1048576; sqrtl(9)
fma               ||| fma({z}, 3, {n}); fmaf({z}, 3, {n}); fmal({z}, 3, {n})
fmod              ||| fmod({z}, 7) * 8; fmodf({z}, 7); fmodl({z}, 7)
remainder         ||| remainder({z}, 7); remainderf({z}, 7); drem({z}, 7)
copysign          ||| copysign(3, {z}); copysignf(3, {z}); copysignl(3, {z})
fmin              ||| fmin({z}, 3); fminf({z}, 3); fminl({z}, 3)
fmax              ||| fmax({z}, 3); fmaxf({z}, 3); fmaxl({z}, 3)
fdim              ||| fdim({z}, 3); fdimf({z}, 3); fdiml({z}, 3)
isnan             | double z = 0; | !!isnan(z / z); !!isinf(1 / z); !!isfinite(z); !!signbit(-z); fpclassify(z) == FP_ZERO; !!isnormal(1.0); isunordered(z / z, 1.0); isgreater(2.0, 1.0)
nan               | double d = __builtin_nan(""), e = NAN; | d != d; e != e
sincos            | double s, c; sincos(0, &s, &c); | s; c
sin               ||| sin(0); cos(0); tan(0); asin(0); atan(0); sinh(0); cosh(0); tanh(0)
exp               ||| exp(0); exp2(0); expm1(0); log(1); log2(1); log10(1); log1p(0); cbrt(0); erf(0)
pow               ||| pow({z}, 0); pow(1, {z}); hypot(INFINITY, {n}) > 1e300
asctime           | struct tm m = {{{n}, 2, 3, 4 + {n}, 5, 100 + {n}, 2}}; char *p = asctime(&m); | p[0]; p[4]; p[8]; p[9]; p[17]; p[18]; p[22]; p[24]; p[25]
asctime_r         | char a[26]; struct tm m = {{{n}, 2, 3, 4, 5, 100, 0}}; char *p = asctime_r(&m, a); | p - a; a[18]
gmtime_r          | struct tm m; time_t t = 86400L * 365 * {z}; struct tm *p = gmtime_r(&t, &m); | p == &m; m.tm_mday; m.tm_mon; m.tm_year; m.tm_yday; m.tm_wday
localtime_r       | struct tm m; time_t t = 86400L * 365 * {n}; struct tm *p = localtime_r(&t, &m); | p == &m; m.tm_mon >= 0 && m.tm_mon < 12
timegm            | struct tm m = {{{z}, {z}, {z}, {n}, {z}, 70 + {n}}}; time_t t = timegm(&m); | t; m.tm_mon; m.tm_year; m.tm_wday; m.tm_mday; m.tm_yday; m.tm_hour
strftime          | char a[40] = "x"; struct tm m = {{5, 6, 7 + {n}, 8, 9, 100 + {n}, 3, 281}}; size_t k = strftime(a, 40, "%Y-%m-%d %H:%M:%S %j%y%p%a", &m); | k; a[3]; a[9]; a[12]; a[18]; a[22]; a[24]; a[27]; strftime(a, 3, "%Y", &m)
strftime_names    | char a[40] = "x"; struct tm m = {{5, 6, 7, 8, {n}, 100, {n} / 2, 281}}; size_t k = strftime(a, 40, "%A %B %b %e %I %T %F %D %R %w", &m); | k; a[0]; a[7]; a[12]; a[20]
time              | time_t t = time(0); | t >= 0
clock             | clock_t t = clock(); | t >= -1
clock_gettime     | struct timespec t; int k = clock_gettime(CLOCK_MONOTONIC, &t); | k == -1 || (t.tv_nsec >= 0 && t.tv_nsec < 1000000000)
timespec_get      | struct timespec t; int k = timespec_get(&t, TIME_UTC); | k == 0 || (k == TIME_UTC && t.tv_nsec >= 0 && t.tv_nsec < 1000000000)
gettimeofday      | struct timeval t; int k = gettimeofday(&t, 0); | k == -1 || (t.tv_usec >= 0 && t.tv_usec < 1000000)
nanosleep         | struct timespec t = {{0, 1}}; int k = nanosleep(&t, 0); | k == 0 || k == -1
getopt            | char *v[] = {{"p", "x", "-o", "f", "-b", "y", 0}}; int i = getopt(6, v, "o:b"); int j = optarg[0]; int k = getopt(6, v, "o:b"); int l = getopt(6, v, "o:b"); | i; j; k; l; optind; v[4][0]; v[5][0]; v[1][1]
getopt_joined     | char *v[] = {{"p", "-abfile", "-x", "--", "-a", 0}}; optind = 1; int i = getopt(5, v, "ab:"); int k = getopt(5, v, "ab:"); int j = optarg[0]; opterr = 0; int l = getopt(5, v, "ab:"); | i; k; j; l; optopt; getopt(5, v, "ab:"); optind
access            | int k = access("/none", 0); | k == 0 || k == -1
chdir             | int k = chdir("/none"); | k == 0 || (k == -1 && errno > 0)
close             | errno = 0; int k = close(77); | k == 0 || (k == -1 && errno > 0)
rename            | int k = rename("/none/x", "/none/y"); | k == 0 || k == -1
remove            | int k = remove("/none/x"); | k == 0 || k == -1
unlink            | int k = unlink("/none/x"); | k == 0 || k == -1
rmdir             | int k = rmdir("/none/x"); | k == 0 || k == -1
mkdir             | int k = mkdir("/none/x", 0700); | k == 0 || k == -1
dup               | int k = dup(77); | k >= -1
dup2              | int k = dup2(77, 78); | k == 78 || k == -1
open              | int k = open("/none", O_RDONLY); | k >= -1
lseek             | long k = lseek(77, 0, SEEK_SET); | k >= -1
ftruncate         | int k = ftruncate(77, 0); | k == 0 || k == -1
fsync             | int k = fsync(77); | k == 0 || k == -1
write             | long k = write(77, "abc", 3); | k >= -1 && k <= 3
read              | char a[4]; long k = read(77, a, 4); | k >= -1 && k <= 4
pipe              | int f[2] = {{-1, -1}}; int k = pipe(f); | k == -1 || (k == 0 && f[0] >= 0 && f[1] >= 0 && f[0] != f[1])
getcwd            | char a[40]; char *p = getcwd(a, 40); | p == 0 || p == a
gethostname       | char a[40]; int k = gethostname(a, 40); | k == 0 || k == -1
readlink          | char a[4]; long k = readlink("/none", a, 4); | k >= -1 && k <= 4
getpid            ||| getpid() > 0; getpid() == getpid()
getppid           ||| getppid() >= 0
isatty            | int k = isatty(77); | k == 0 || k == 1
sleep             | unsigned k = sleep(0); | k
usleep            | int k = usleep(0); | k == 0 || k == -1
alarm             | unsigned k = alarm(0); | k >= 0
system            | int k = system(""); | k == k
fopen             | FILE *f = fopen("/none/x", "r"); if (f) fclose(f); | f == 0 || f != 0
freopen           | FILE *f = freopen("/none/x", "r", stdin); | f == 0 || f == stdin
fseek             | int k = fseek(stdin, 0, SEEK_SET); | k == 0 || k == -1
ftell             | long k = ftell(stdin); | k >= -1
fread             | char a[4]; size_t k = fread(a, 1, 4, stdin); | k <= 4
fwrite            | char a[4] = "abc"; size_t k = fwrite(a, 1, 3, stderr); | k <= 3
fgetc             | int k = fgetc(stdin); | k >= -1 && k < 256
getc              | int k = getc(stdin); | k >= -1 && k < 256
getchar           | int k = getchar(); | k >= -1 && k < 256
fputc             | int k = fputc('{c}', stderr); | k == '{c}' || k == EOF
putchar           | int k = putchar('\n'); | k == '\n' || k == EOF
puts              | char a[9]; sprintf(a, "%d", {n}); int k = puts(a); | k >= EOF
fputs             | char a[9] = {s}; int k = fputs(a, stderr); | k >= EOF
fgets             | char a[9]; char *p = fgets(a, 9, stdin); | p == 0 || (p == a && strlen(a) < 9)
printf            | int k = printf("%d %s\n", {z}, {s}); | k < 0 || k == snprintf(0, 0, "%d ", {z}) + strlen({s}) + 1
fprintf           | char a[9] = {s}; int k = fprintf(stderr, "%5s|%c", a, '{c}'); | k < 0 || k == (strlen(a) > 5 ? strlen(a) : 5) + 2
scanf             | int i = 5; int k = scanf("%d", &i); | k >= -1 && k <= 1; k == 1 || i == 5
scanf_of_width    | int i = 5; int k = scanf("%3d", &i); | k >= -1 && k <= 1; i < 1000 && i > -100
sscanf_of_bases   | int i = 5, j = 6; unsigned u = 7; int k = sscanf("0{n} -0x1{n} 0xf{n}", "%i%i%x", &i, &j, &u); | k; i; j; u
sscanf_of_floats  | float f = 5; double d = 6; int k = sscanf(" {z}.5;{n}e1,", "%f;%lf", &f, &d); | k; f * 2; d
aligned_alloc     | int *p = aligned_alloc(16, 32); void *q; if (!p || posix_memalign(&q, 16, 32)) return 0; p[7] = {n}; | p[7]
scanf_of_word     | char a[5] = ""; int k = scanf("%4s", a); | k >= -1 && k <= 1; strlen(a) < 5
setvbuf           | int k = setvbuf(stderr, 0, _IONBF, 0); setbuf(stderr, 0); | k == 0 || k != 0
htons             ||| htons({n} * 7001); ntohs(htons(60000 + {n})); htons(1)
htonl             ||| htonl({n} * 70000001u); ntohl(htonl(3000000000u + {n})); htonl(1)
basename          | char a[12] = "/x" {s}; char *p = basename(a); | p - a; p[0]; basename("ab/cd/")[0]; basename("")[0]
basename_of_posix | char a[12] = {s} "/x{n}//", b[3] = "//"; char *p = __xpg_basename(a); | p - a; strlen(p); a[1]; __xpg_basename(b) - b; b[0]; b[1]; __xpg_basename(0)[0]
dirname           | char a[12] = "/x/" {s} "/{n}/", b[12] = {s}, c[6] = "//{n}"; char *p = dirname(a); | p - a; strlen(p); a[2]; strlen(dirname(b)); dirname(b)[0]; strlen(dirname(c)); dirname("")[0]
rand_r            | unsigned s = {n} * 1000000007u; int i = rand_r(&s), j = rand_r(&s); | i; j; s
rewind            | rewind(stdin); | 1
fileno            | int k = fileno(stdin); | k >= -1
sysconf           | long k = sysconf(_SC_NPROCESSORS_ONLN); | k >= -1; sysconf(_SC_PAGESIZE); getpagesize()
getrandom         | char a[3]; long k = getrandom(a, 3, 0); | k >= -1 && k <= 3
getentropy        | char a[3]; int k = getentropy(a, 3); | k == 0 || k == -1
stat              | struct stat a; int k = stat("/", &a); | k == -1 || (k == 0 && a.st_size >= 0 && a.st_mtim.tv_nsec < 1000000000)
fstat             | struct stat a; int k = fstat(77, &a); | k == -1 || k == 0
socket            | int k = socket(1, 1, 0); | k >= -1; listen(77, 1) <= 0; shutdown(77, 1) <= 0
send              | long k = send(77, "abc", 3, 0); | k >= -1 && k <= 3
poll              | struct pollfd a[2] = {{{{-1, 1, 0}}, {{77, 1, 0}}}}; int k = poll(a, 2, 0); | k >= -1 && k <= 1; k == -1 || a[0].revents == 0
getopt_long       | optind = 0; char *v[] = {{"p", "x", "--ver", "--out=f", "-b", "--lev", "{n}", "--", "y", 0}}; int w = -1, g = 5; struct option o[] = {{{{"verbose", 0, &g, 7}}, {{"output", 1, 0, 'o'}}, {{"level", 1, 0, 'l'}}, {{"lever", 1, 0, 'l'}}, {{0, 0, 0, 0}}}}; int i = getopt_long(9, v, "b", o, &w); int h = g, j = w; int k = getopt_long(9, v, "b", o, &w); int l = optarg[0]; int m = getopt_long(9, v, "b", o, 0); int n = getopt_long(9, v, "b", o, &w); int q = optarg[0]; int r = getopt_long(9, v, "b", o, &w); | i; h; j; k; l; m; n; q; r; w; optind; v[7][0]; v[8][0]
getopt_long_wrong | char *v[] = {{"p", "--none", "--out=x", "--lone=3", "--out", 0}}; opterr = optind = 0; struct option o[] = {{{{"outer", 2, 0, 1}}, {{"outside", 0, 0, 2}}, {{"lone", 0, 0, 3}}, {{0, 0, 0, 0}}}}; int i = getopt_long(5, v, ":b", o, 0); int j = optopt; int k = getopt_long(5, v, ":b", o, 0); int l = getopt_long(5, v, ":b", o, 0); int m = optopt; | i; j; k; l; m; getopt_long(5, v, ":b", o, 0); optind; getopt_long(5, v, ":b", o, 0)
snprintf_variable | char a[12] = "zzzzz"; const char *f = {n} > 4 ? "%d|%s" : "%3d-%s"; int k = snprintf(a, 9, f, {z}, {s}); | k; a[0]; a[3]; a[7]; a[8]; a[9]
sprintf_variable  | char a[24] = "zzzzz"; const char *f = {n} > 4 ? "%x" : "%5u"; int k = sprintf(a, f, {n} * 37); | k; a[0]; a[2]; a[5]
asprintf_variable | char *p; const char *f = "%.*s+%c"; int k = asprintf(&p, f, {n} / 3, {s}, '{c}'); if (k < 0) return 0; | k; p[0]; strlen(p); p[k - 1]
perror            | char a[4] = "x"; perror(a); | 1
"""

# Functions that pass their arguments on as lists.
LISTS = "#include <stdarg.h>\n" + "".join(
    f"static int list_{name}({parameters}, const char *format, ...) {{\n"
    f"  va_list list;\n  va_start(list, format);\n  int result = {name}({arguments}, format, list);\n  va_end(list);\n"
    f"  return result;\n}}\n"
    for name, parameters, arguments in (("vsprintf", "char *to", "to"), ("vsnprintf", "char *to, size_t size", "to, size")))


def rows():
    """Of each row the name, the statements, and the expressions."""
    for line in CALLS.strip().splitlines():
        name, rest = line.split("|", 1)
        statements, shown = ("", rest[2:]) if rest.startswith("||") else rest.rsplit(" | ", 1)
        yield name.strip(), statements.strip(), [one.strip() for one in shown.split(";") if one.strip()]


def filled(text, rng):
    """The text with random values for what stands in braces."""
    values = {"n": rng.randrange(10), "z": rng.randint(-20, 20), "c": rng.choice("azAZ07 ,;_"),
              "s": '"' + "".join(rng.choice("abAB c") for _ in range(rng.randrange(6))) + '"'}
    return text.format(**values)
