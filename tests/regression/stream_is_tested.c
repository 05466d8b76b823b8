// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --check undefined-call
// As stream_is_null.c, where that is tested; the standard streams are always there, and fflush takes null.
#include <stdio.h>

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : stdin;
  char line[8];
  if (file == NULL) {
    fprintf(stderr, "cannot open\n");
    return 1;
  }
  if (fgets(line, sizeof line, file)) fputs(line, stdout);
  fflush(NULL);
  if (file != stdin) fclose(file);
  return 0;
}
