// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// fgets returns its argument: no object of its own.
typedef struct file FILE;
extern char *fgets(char *buffer, int size, FILE *stream);
extern FILE *input;
extern void reach_error(void);
int main(void) {
  char buffer[4] = "abc";
  char *line = fgets(buffer, 4, input);
  if (!line) return 0;
  line[0] = 'x';
  if (buffer[0] != 'x') reach_error();
  return 0;
}
