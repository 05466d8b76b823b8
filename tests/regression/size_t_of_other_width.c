// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model ILP32 --property valid-memsafety
// size_t is unsigned int here, but long has the same size; and before prototypes had const or void.
typedef unsigned long size_t;
void *malloc(size_t);
void free(void *);
void *memset(void *, int, size_t);
char *strcpy(char *, char *);
unsigned long strlen(char *);
struct pair {
  struct pair *next;
  int value;
};
int main(void) {
  struct pair *p = malloc(sizeof *p);
  memset(p, 0, sizeof *p);
  char text[4];
  strcpy(text, "abc");
  if (strlen(text) != 3 || p->next != 0) text[strlen(text) + 1] = 'x';
  free(p);
  return 0;
}
