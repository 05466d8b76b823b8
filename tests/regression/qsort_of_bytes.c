// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --timeout 60
// A container sorts elements of which it knows the size alone.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct vector {
  char *data;
  size_t size, count;
};
static void push(struct vector *to, const void *element) {
  to->data = realloc(to->data, (to->count + 1) * to->size);
  memcpy(to->data + to->count++ * to->size, element, to->size);
}
static int by_value(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
int main(void) {
  struct vector numbers = {0, sizeof(int), 0};
  const int x = __VERIFIER_nondet_int(), y = 4;
  push(&numbers, &x);
  push(&numbers, &y);
  qsort(numbers.data, numbers.count, numbers.size, by_value);
  const int *sorted = (const int *)numbers.data;
  assert(sorted[0] <= sorted[1] && (sorted[0] == 4 || sorted[1] == 4));
  free(numbers.data);
  return 0;
}
