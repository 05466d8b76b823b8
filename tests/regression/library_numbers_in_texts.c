// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes
// Texts become numbers as the library reads them, with what is left of the text and errno.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
extern void reach_error(void);

static void require(int condition) {
  if (!condition) reach_error();
}

int main(void) {
  char *end;
  require(atoi(" -17x") == -17 && atol("+4") == 4 && atoll("") == 0);
  require(strtol("12x", &end, 10) == 12 && *end == 'x');
  require(strtol("  -0x1fz", &end, 0) == -31 && *end == 'z');
  require(strtol("0x", &end, 16) == 0 && *end == 'x');
  require(strtoul("-1", &end, 10) == ULONG_MAX && *end == 0);
  require(strtol("zz", &end, 36) == 1295 && strtol("077", &end, 0) == 63);
  require(errno == 0);
  require(strtol("99999999999999999999", &end, 10) == LONG_MAX && errno == ERANGE && *end == 0);
  require(strtol("-99999999999999999999", 0, 10) == LONG_MIN);
  require(strtod("-1.25e2w", &end) == -125 && *end == 'w');
  require(strtof(".1", 0) == 0.1f && strtod("0.1", 0) == 0.1);
  require(div(-7, 2).quot == -3 && div(-7, 2).rem == -1);
  return 0;
}
