// Memory that is only cleared, copied and compared, as void *, holds what objects are copied from and to it.
// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  int id;
  char name[4];
  struct entry *next;
};
struct pair {
  int a, b;
};

static void cleared(void) {
  void *memory = malloc(sizeof(struct entry));
  struct entry entry;
  if (memory == NULL) return;
  memset(memory, 0, sizeof entry);
  memcpy(&entry, memory, sizeof entry);
  assert(entry.id == 0 && entry.next == NULL && entry.name[3] == 0);
  free(memory);
}

static void from_calloc(void) {
  void *memory = calloc(1, sizeof(struct pair));
  struct pair pair = {1, 2};
  if (memory == NULL) return;
  memcpy(&pair, memory, sizeof pair);
  assert(pair.a == 0 && pair.b == 0);
  free(memory);
}

/* In as an array, out as a structure. */
static void of_two_types(void) {
  const int numbers[2] = {1, 2};
  void *memory = malloc(sizeof numbers);
  struct pair pair;
  if (memory == NULL) return;
  memcpy(memory, numbers, sizeof numbers);
  memcpy(&pair, memory, sizeof pair);
  assert(pair.a == 1 && pair.b == 2);
  free(memory);
}

/* From one to the other before anything has a type. */
static void twice(void) {
  void *first = malloc(sizeof(struct pair)), *second = malloc(sizeof(struct pair));
  struct pair pair;
  if (first == NULL || second == NULL) exit(1);
  memset(first, 0xff, sizeof pair);
  memcpy(second, first, sizeof pair);
  memcpy(&pair, second, sizeof pair);
  assert(pair.a == -1 && memcmp(first, second, sizeof pair) == 0);
  free(first);
  free(second);
}

int main(void) {
  cleared();
  from_calloc();
  of_two_types();
  twice();
  return 0;
}
