// SPDX-License-Identifier: Apache-2.0
// No stream that is opened is another one that is open, nor one of the standard ones, which are objects.
// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static char global;

int main(void) {
  char local;
  char *heap = malloc(1);
  FILE *file = fopen("a", "r");
  FILE *other = tmpfile();
  FILE *command = popen("true", "r");
  assert(stdin && stdout && stderr);
  assert(stdin != stdout && stdout != stderr && stderr != stdin);
  assert((char *)stdin != &global && (char *)stdout != &local && (char *)stderr != heap);
  if (!file || !other || !command) return 0;
  assert(file != stdin && file != stdout && other != stdin && command != stderr);
  assert(file != other && other != command);
  return 0;
}
