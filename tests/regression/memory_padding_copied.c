// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// What one structure has as padding is a member of another.
extern void reach_error(void);
void *memset(void *, int, unsigned long);
struct padded {
  char c;
  int x;
};
struct full {
  int first;
  int x;
};
int main(void) {
  struct padded a, b;
  struct full *seen = (struct full *)&a;
  struct full *copy = (struct full *)&b;
  memset(&a, 0xff, sizeof a);
  if (seen->first != -1) reach_error();
  b = a;
  if (copy->first != -1) reach_error();
  return 0;
}
