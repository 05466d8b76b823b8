// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// tsearch calls the function it is given, so it is no function that changes nothing.
extern void reach_error(void);
extern void *tsearch(const void *, void **, int (*)(const void *, const void *));

static int calls;
static int compare(const void *a, const void *b) {
  calls++;
  return a != b;
}

int main(void) {
  static const int key = 2;
  static void *tree;
  tsearch(&key, &tree, compare);
  tsearch(&key, &tree, compare);
  if (calls != 0) reach_error();
  return 0;
}
