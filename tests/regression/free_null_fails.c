// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// Null may be freed, and an object once.
extern void *malloc(__SIZE_TYPE__ size);
extern void free(void *object);
extern void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p), *q = 0;
  *p = 4;
  free(q);
  int kept = *p;
  free(p);
  free(q);
  if (kept == 4) reach_error();
  return 0;
}
